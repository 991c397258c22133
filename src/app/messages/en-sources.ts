/** Texts of sources and looked-up tables. */
export const enSources = {
  'event.lookupAgain': 'lookup {key}, attempt {n}',
  'event.lookupAsked': 'asked',
  'event.lookupCached': 'lookup {key}',
  'event.lookupKnown': 'in the cache',
  'event.noWatermark': 'none',
  'event.ofPartition': 'partition {n}',
  'event.paused': 'reading paused',
  'event.pausedWhy': 'ahead of its alignment group',
  'event.resumed': 'reads on',
  'streams.lookupDelay': 'answers take {n} ms {key}',
} as const;
