import { useState, type KeyboardEvent } from 'react';

export interface FeedCellProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly isNumber?: boolean;
  readonly width?: number;
  readonly column: string;
  /** Takes the text over; gives what is wrong with it, or nothing. */
  readonly onCommit: (text: string) => string | undefined;
}

/** To the cell above or below in the same column. */
function neighbourCell(input: HTMLInputElement, direction: 1 | -1): HTMLInputElement | undefined {
  const table = input.closest('table');
  const cells = [...(table?.querySelectorAll<HTMLInputElement>(`input[data-column="${CSS.escape(input.dataset['column'] ?? '')}"]`) ?? [])];
  return cells[cells.indexOf(input) + direction];
}

/** A value that can be written over. Enter or leaving takes it, Escape puts the old one back. */
export function FeedCell({ label, value, placeholder, isNumber, width, column, onCommit }: FeedCellProps) {
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const commit = (): void => {
    if (draft === undefined || draft === value) {
      setDraft(undefined);
      setProblem(undefined);
      return;
    }
    const wrong = onCommit(draft);
    setProblem(wrong);
    if (wrong === undefined) setDraft(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape' && draft !== undefined) {
      event.stopPropagation();
      setDraft(undefined);
      setProblem(undefined);
      return;
    }
    const direction = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    // Leaving takes the text over: done here as well it would be done twice, the second time to the row that has come to this line.
    const next = neighbourCell(event.currentTarget, direction);
    if (next) next.focus();
    else commit();
  };
  return (
    <input
      className={`feed-cell${isNumber ? ' is-number' : ''}`}
      style={width === undefined ? undefined : { minWidth: width }}
      aria-label={problem === undefined ? label : `${label}, ${problem}`}
      aria-invalid={problem !== undefined}
      title={problem ?? (value.length > 12 ? value : undefined)}
      data-column={column}
      data-undo={draft === undefined ? 'rows' : undefined}
      value={draft ?? value}
      placeholder={placeholder}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  );
}
