import { COMPACT_METRICS, COMPARE_METRICS, DEFAULT_METRICS, type CardMetrics } from './card-model.ts';

let measured: { mono: number; title: number } | undefined;

/** Width of the fonts that are really on this machine, measured in the page once. */
function fontWidths(): { mono: number; title: number } {
  if (measured) return measured;
  const probe = document.createElement('span');
  probe.style.cssText = 'position:absolute;visibility:hidden;white-space:pre;top:-99px';
  document.body.append(probe);
  const width = (font: string, text: string): number => {
    probe.style.font = font;
    probe.textContent = text;
    return probe.getBoundingClientRect().width / text.length;
  };
  const mono = width('400 11px/16px var(--font-mono)', 'select=[a, b, PROCTIME_MATERIALIZE(x)]');
  const title = width('600 12px/16px var(--font-ui)', 'LogicalWatermarkAssignerLookupJoin');
  probe.remove();
  measured = { mono: mono > 0 ? mono : DEFAULT_METRICS.mono, title: title > 0 ? title : DEFAULT_METRICS.title };
  return measured;
}

let full: CardMetrics | undefined;
let compact: CardMetrics | undefined;
let compare: CardMetrics | undefined;

/** Metrics of cards with the fonts of this machine. */
export function cardMetrics(kind: 'full' | 'compact' | 'compare'): CardMetrics {
  full ??= { ...DEFAULT_METRICS, ...fontWidths() };
  compact ??= { ...COMPACT_METRICS, ...fontWidths() };
  compare ??= { ...COMPARE_METRICS, ...fontWidths() };
  return kind === 'compact' ? compact : kind === 'compare' ? compare : full;
}
