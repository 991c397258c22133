const KIND_CLASS: Readonly<Record<string, string>> = { '+I': 'is-i', '-U': 'is-ub', '+U': 'is-ua', '-D': 'is-d', '=': 'is-fixed' };

/** A row kind in its colour, with its sign. */
export function RowKindChip({ kind }: { readonly kind: string }) {
  return <span className={`rk ${KIND_CLASS[kind] ?? ''}`}>{kind.replace('-', '−')}</span>;
}
