import { msg } from '../../messages/messages.ts';

/** What the outlines and the lines mean. */
export function GraphLegend() {
  return (
    <div className="float legend" role="note" aria-label={msg('legend.label')}>
      <span>
        <i className="swatch is-new" />
        {msg('diff.new')}
      </span>
      <span>
        <i className="swatch is-removed" />
        {msg('diff.removed')}
      </span>
      <span>
        <i className="swatch is-matched" />
        {msg('diff.matched')}
      </span>
      <span>
        <i className="swatch is-changed" />
        {msg('diff.changed')}
      </span>
      <span className="legend-lines">
        <svg width="20" height="6" aria-hidden>
          <path d="M0 3H20" className="edge style-forward" />
        </svg>
        {msg('legend.forward')}
      </span>
      <span className="legend-lines">
        <svg width="20" height="6" aria-hidden>
          <path d="M0 3H20" className="edge style-hash" />
        </svg>
        {msg('legend.hash')}
      </span>
    </div>
  );
}
