/** What commands may ask of the editor, whichever editor it is. */
export interface EditorPort {
  focus(): void;
  getValue(): string;
  setValue(text: string): void;
  /** Moves the cursor to an offset, shows it and marks the range for a moment. */
  reveal(start: number, end?: number): void;
  /** Marks the SQL that the selected node came from. */
  mark(spans: readonly (readonly [number, number])[]): void;
  undo(): void;
}

/** What commands may ask of the graph. */
export interface GraphPort {
  fit(): void;
  zoomBy(factor: number): void;
  centre(key: string): void;
  focus(): void;
}
