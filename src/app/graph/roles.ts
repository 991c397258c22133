import { bareType } from '../../trace/plan-diff.ts';

/** What a node is for; picks rail colour and icon. */
export type Role = 'scan' | 'calc' | 'filter' | 'join' | 'snapshot' | 'aggregate' | 'window' | 'exchange' | 'union' | 'sink' | 'watermark';

const PATTERNS: readonly (readonly [RegExp, Role])[] = [
  [/Sink|LegacySink/, 'sink'],
  [/WatermarkAssigner|MiniBatchAssigner/, 'watermark'],
  [/Snapshot/, 'snapshot'],
  [/Scan|Values|SourceConversion|Reused/, 'scan'],
  [/Exchange/, 'exchange'],
  [/Union|Intersect|Minus|Expand/, 'union'],
  [/Join|Correlate/, 'join'],
  [/Window(?!.*Join)|WindowTableFunction|TableFunctionScan/, 'window'],
  [/Aggregate|Rank|Deduplicate|Limit|Sort|Match|Normalize|Over/, 'aggregate'],
  [/Filter/, 'filter'],
];

/** The role of a node by its type name. */
export function roleOf(type: string): Role {
  const bare = bareType(type);
  return PATTERNS.find(([pattern]) => pattern.test(bare))?.[1] ?? 'calc';
}

/** The colour family of a role: snapshot counts as join, filter as calc, union as watermark. */
export function roleColour(role: Role): string {
  switch (role) {
    case 'snapshot':
      return 'join';
    case 'filter':
      return 'calc';
    case 'union':
      return 'watermark';
    default:
      return role;
  }
}
