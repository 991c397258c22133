import { memo } from 'react';
import { Clock, Minus, Plus } from 'lucide-react';
import type { TextPart } from '../../trace/term-diff.ts';
import { msg } from '../messages/messages.ts';
import type { CardColumn, CardModel } from './card-model.ts';
import { RoleIcon } from './role-icon.tsx';
import { roleColour } from './roles.ts';

const TIME_CALL = /(PROCTIME_MATERIALIZE)/g;

function Words({ text }: { readonly text: string }) {
  if (!text.includes('PROCTIME_MATERIALIZE')) return <>{text}</>;
  return (
    <>
      {text.split(TIME_CALL).map((word, i) =>
        word === 'PROCTIME_MATERIALIZE' ? (
          <mark key={i} className="time-call">
            {word}
          </mark>
        ) : (
          word
        ),
      )}
    </>
  );
}

/** Text with what was added, removed or changed marked inside. */
export function Parts({ parts, plain = false }: { readonly parts: readonly TextPart[]; readonly plain?: boolean }) {
  return (
    <>
      {parts.map((part, i) => {
        if (plain || part.kind === 'same') return <Words key={i} text={part.text} />;
        return part.kind === 'added' ? (
          <ins key={i}>
            <Words text={part.text} />
          </ins>
        ) : (
          <del key={i}>{part.text}</del>
        );
      })}
    </>
  );
}

/** A column with its time attribute. */
export function ColumnChip({ column }: { readonly column: CardColumn }) {
  const kind = column.time === 'ROWTIME' ? ' is-rowtime' : column.time === 'PROCTIME' ? ' is-proctime' : '';
  return (
    <span className={`chip${kind}`}>
      {column.name}
      {column.time && <em>{column.time}</em>}
    </span>
  );
}

function Flag({ model }: { readonly model: CardModel }) {
  return (
    <span className="flags">
      {model.isMatched && <span className="flag is-matched">{msg('diff.matched')}</span>}
      {model.state === 'new' && (
        <span className="flag is-new">
          <Plus size={12} aria-hidden />
          {msg('diff.new')}
        </span>
      )}
      {model.state === 'removed' && (
        <span className="flag is-removed">
          <Minus size={12} aria-hidden />
          <span>{msg('diff.removed')}</span>
        </span>
      )}
      {model.state === 'changed' && <span className="flag is-changed">{msg('diff.changed')}</span>}
    </span>
  );
}

export interface PlanCardProps {
  readonly model: CardModel;
  readonly width: number;
  readonly isSelected: boolean;
  /** A word in place of the diff's flag, for pictures that compare. */
  readonly flag?: { readonly text: string; readonly kind: string };
}

/** A node of the plan. */
export const PlanCard = memo(function PlanCard({ model, width, isSelected, flag }: PlanCardProps) {
  const classes = ['card', `r-${roleColour(model.role)}`, `is-${model.state}`];
  if (model.isMatched) classes.push('is-matched');
  if (isSelected) classes.push('is-selected');
  return (
    <div
      className={classes.join(' ')}
      style={{ width, height: model.height }}
      data-node={model.type}
      data-state={model.state}
      data-matched={model.isMatched || undefined}
    >
      <div className="card-head">
        <span className="card-icon">
          <RoleIcon role={model.role} />
        </span>
        <span className="card-title">{model.title}</span>
        {model.subject && <span className="card-subject">{model.subject}</span>}
        {flag ? <span className={`flag flags ${flag.kind}`}>{flag.text}</span> : <Flag model={model} />}
      </div>
      <div className="card-body">
        {model.lines.map((line, i) => (
          <div key={i} className="card-line">
            <Parts parts={line} plain={model.state === 'removed'} />
          </div>
        ))}
        {model.replaces && (
          <div className="card-line is-quiet">
            {msg('diff.inPlaceOf')} <del>{model.replaces}</del>
          </div>
        )}
        {model.marks.map((mark) => (
          <div key={mark} className={`card-line card-mark ${mark === 'ROWTIME_CAST' ? 'is-rowtime' : 'is-proctime'}`}>
            <Clock size={11} aria-hidden /> {msg(mark === 'ROWTIME_CAST' ? 'mark.rowtime' : 'mark.proctime')}
          </div>
        ))}
        {model.columns.length > 0 && (
          <div className="card-columns">
            {model.columns.map((column, i) => (
              <ColumnChip key={i} column={column} />
            ))}
            {model.hiddenColumns > 0 && <span className="chip is-more">+{model.hiddenColumns}</span>}
          </div>
        )}
      </div>
    </div>
  );
});
