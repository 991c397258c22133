import type { Span } from './scales.ts';

/** Keeps the answer to the last question, since all frames between two zooms ask the same one. */
export function rememberLast<T>(answer: (domain: Span) => T): (domain: Span) => T {
  let last: { readonly domain: Span; readonly value: T } | undefined;
  return (domain) => {
    if (!last || last.domain.from !== domain.from || last.domain.to !== domain.to) last = { domain, value: answer(domain) };
    return last.value;
  };
}
