import type { StreamGraphEntry } from './stream-graph-entry.ts';

const NAME_NUMBER = /(\w\[)(\d+)(?=\])/g;
const CONTENTS_NUMBER = /^(\[)(\d+)(?=\]:)/;
const WRITER_NUMBER = /(\w\[)(\d+)(?=\]: (?:Writer|Committer)$)/;

/** Numbers from 1 in the order in which they are first met. */
class Numbers {
  private readonly known = new Map<string, number>();

  readonly replace = (_match: string, head: string, id: string): string => {
    let number = this.known.get(id);
    if (number === undefined) this.known.set(id, (number = this.known.size + 1));
    return `${head}${number}`;
  };
}

/** Exec ids in a stream graph, counted as they are met: names and heads of descriptions hold them, expressions do not. */
export function renumberNames(entries: readonly StreamGraphEntry[]): readonly StreamGraphEntry[] {
  const numbers = new Numbers();
  return entries.map((e) => ({
    ...e,
    type: e.type.replace(NAME_NUMBER, numbers.replace),
    contents: e.contents.replace(CONTENTS_NUMBER, numbers.replace).replace(WRITER_NUMBER, numbers.replace),
  }));
}

/** Exec ids in the text of a job graph, counted as they are met. */
export function renumberText(text: string): string {
  return text.replace(NAME_NUMBER, new Numbers().replace);
}
