/** Texts of sources and looked-up tables. */
export const enSources = {
  'streams.lookupDelay': 'answers take {n} ms {key}',
} as const;
