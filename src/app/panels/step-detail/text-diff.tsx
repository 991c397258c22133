import { Parts } from '../../graph/plan-card.tsx';
import type { DiffLine } from '../../../trace/line-diff.ts';

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', added: '+', removed: '−' };

/** Two texts as one, with signs and with the parts that differ marked inside the lines. */
export function TextDiff({ lines, label }: { readonly lines: readonly DiffLine[]; readonly label: string }) {
  return (
    <div className="text-diff" role="group" aria-label={label} tabIndex={0} data-scroll>
      {lines.map((line, i) => (
        <div key={i} className={`diff-line is-${line.kind}`}>
          <span className="diff-sign">{SIGNS[line.kind]}</span>
          <span className="diff-text">
            <span className="diff-indent">{line.indent}</span>
            <Parts parts={line.parts} />
          </span>
        </div>
      ))}
    </div>
  );
}
