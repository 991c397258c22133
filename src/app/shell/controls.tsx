import type { ButtonHTMLAttributes, ReactNode } from 'react';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly label: string;
  readonly children: ReactNode;
  readonly isOn?: boolean;
}

/** A button that is only a picture; its name is read out and shown on hover. */
export function IconButton({ label, children, isOn, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`btn icon ghost${isOn ? ' is-on' : ''}${className ? ` ${className}` : ''}`}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      {...rest}
    >
      {children}
    </button>
  );
}

export interface Choice<T extends string> {
  readonly id: T;
  readonly label: ReactNode;
  readonly title?: string;
  readonly isDisabled?: boolean;
}

export interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly choices: readonly Choice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** A few choices of which one holds; arrow keys move, as in a group of radio buttons. */
export function Segments<T extends string>({ label, choices, value, onChange }: SegmentsProps<T>) {
  const open = choices.filter((choice) => !choice.isDisabled);
  return (
    <div
      className="segments"
      role="radiogroup"
      aria-label={label}
      onKeyDown={(event) => {
        const direction =
          event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 0;
        if (direction === 0) return;
        event.preventDefault();
        const next = open[(open.findIndex((choice) => choice.id === value) + direction + open.length) % open.length];
        if (!next) return;
        onChange(next.id);
        event.currentTarget.querySelector<HTMLElement>(`[data-choice="${next.id}"]`)?.focus();
      }}
    >
      {choices.map((choice) => (
        <button
          key={choice.id}
          type="button"
          role="radio"
          data-choice={choice.id}
          aria-checked={choice.id === value}
          tabIndex={choice.id === value ? 0 : -1}
          disabled={choice.isDisabled}
          title={choice.title}
          onClick={() => onChange(choice.id)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}

export interface TabsProps<T extends string> extends SegmentsProps<T> {
  readonly panelId: string;
}

/** Tabs over one panel. */
export function Tabs<T extends string>({ label, choices, value, onChange, panelId }: TabsProps<T>) {
  return (
    <div
      className="tabs"
      role="tablist"
      aria-label={label}
      onKeyDown={(event) => {
        const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (direction === 0) return;
        event.preventDefault();
        const next = choices[(choices.findIndex((choice) => choice.id === value) + direction + choices.length) % choices.length]!;
        onChange(next.id);
        event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
      }}
    >
      {choices.map((choice) => (
        <button
          key={choice.id}
          type="button"
          role="tab"
          data-tab={choice.id}
          aria-selected={choice.id === value}
          aria-controls={panelId}
          tabIndex={choice.id === value ? 0 : -1}
          title={choice.title}
          onClick={() => onChange(choice.id)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
