import { useRef, type KeyboardEvent } from 'react';
import { preOrder, type PlanTreeNode } from '../../../trace/plan-diff.ts';
import { titleOf } from '../../graph/card-model.ts';
import type { Frame } from '../../graph/frames.ts';
import { msg } from '../../messages/messages.ts';
import { selectPlace } from '../../commands/navigation.ts';
import type { Stage } from '../../store/selectors/stage.ts';
import { useApp } from '../../store/store.ts';

function changeWord(frame: Frame, place: PlanTreeNode): string {
  switch (frame.position.event ? frame.diff?.byAfter.get(place)?.change : undefined) {
    case 'added':
    case 'replaced':
      return msg('diff.new');
    case 'changed':
      return msg('diff.changed');
    default:
      return '';
  }
}

/**
 * The plan as a tree of text: the graph for those who read instead of look. Arrow keys walk it; what is selected here is selected
 * on the graph. Out of sight until it is opened or gets the focus.
 */
export function Outline({ stage, frame }: { readonly stage: Stage; readonly frame: Frame }) {
  const isOpen = useApp((state) => state.isOutlineOpen);
  const selKey = useApp((state) => state.selKey);
  const root = useRef<HTMLDivElement>(null);
  const tree = frame.tree;
  if (!tree) return null;
  const places = preOrder(tree);
  const active = places.find((place) => frame.keys.get(place) === selKey) ?? tree;
  const nodes = stage.trace.nodes;

  const focus = (place: PlanTreeNode | undefined): void => {
    if (!place) return;
    selectPlace(place);
    root.current?.querySelector<HTMLElement>(`[data-key="${frame.keys.get(place)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = places.indexOf(active);
    const targets: Readonly<Record<string, PlanTreeNode | undefined>> = {
      ArrowDown: places[at + 1],
      ArrowUp: places[at - 1],
      j: places[at + 1],
      k: places[at - 1],
      Home: places[0],
      End: places.at(-1),
      '[': active.inputs[0],
      ']': places.find((place) => place.inputs.includes(active)),
    };
    if (!(event.key in targets)) return;
    event.preventDefault();
    event.stopPropagation();
    focus(targets[event.key]);
  };
  const render = (place: PlanTreeNode, level: number, position: number, size: number) => {
    const node = nodes[place.ref];
    if (!node) return null;
    const key = frame.keys.get(place);
    const word = changeWord(frame, place);
    const times = node.columns.filter((column) => column.time).map((column) => `${column.name} ${column.time}`);
    return (
      <div
        key={key}
        role="treeitem"
        data-key={key}
        aria-level={level}
        aria-setsize={size}
        aria-posinset={position}
        aria-selected={place === active && selKey !== undefined}
        aria-expanded={place.inputs.length > 0 ? true : undefined}
        tabIndex={place === active ? 0 : -1}
        className="outline-item"
        onClick={(event) => {
          event.stopPropagation();
          focus(place);
        }}
      >
        <span className="outline-line" style={{ paddingLeft: (level - 1) * 14 + 8 }}>
          <b>{titleOf(node.type)}</b> {word !== '' && <span className="outline-word">{word}</span>}
          <span className="outline-terms">{node.terms.map((term) => `${term.name}=[${term.text}]`).join(', ')}</span>
          {times.length > 0 && <span className="outline-terms">{times.join(', ')}</span>}
        </span>
        {place.inputs.length > 0 && (
          <div role="group">{place.inputs.map((input, i) => render(input, level + 1, i + 1, place.inputs.length))}</div>
        )}
      </div>
    );
  };
  return (
    <div ref={root} className={`outline${isOpen ? ' is-open' : ''}`} role="tree" aria-label={msg('outline.label')} onKeyDown={onKeyDown}>
      {render(tree, 1, 1, 1)}
    </div>
  );
}
