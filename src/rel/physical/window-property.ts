/** What a window tells of itself (Flink's `WindowProperty`); `slice_end` only between the two phases of a window aggregate. */
export type WindowPropertyKind = 'start' | 'end' | 'rowtime' | 'proctime' | 'slice_end';

/** A window property as an output column. */
export interface NamedWindowProperty {
  readonly name: string;
  readonly kind: WindowPropertyKind;
}

/** `start('w$)`. */
export function windowPropertyText(kind: WindowPropertyKind): string {
  return `${kind}('w$)`;
}
