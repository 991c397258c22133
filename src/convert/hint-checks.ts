import type { RelHint } from '../rel/rel-node.ts';
import type { Span } from '../base/span.ts';
import { FlinkError } from '../base/diagnostic.ts';
import { parseDuration } from '../catalog/config.ts';

const isFlag = (text: string): boolean => /^(true|false)$/i.test(text);
const isInteger = (text: string): boolean => /^[+-]?\d+$/.test(text);
const isDuration = (text: string): boolean => !Number.isNaN(parseDuration(text));
const isText = (): boolean => true;

/** Options that the LOOKUP hint knows and what their values must be (Flink's `LookupJoinHintOptions`). */
const LOOKUP_OPTIONS: readonly (readonly [key: string, isValid: (text: string) => boolean])[] = [
  ['table', isText],
  ['async', isFlag],
  ['output-mode', (text) => /^(ordered|allow_unordered)$/i.test(text)],
  ['capacity', isInteger],
  ['timeout', isDuration],
  ['shuffle', isFlag],
  ['retry-predicate', isText],
  ['retry-strategy', (text) => /^fixed_delay$/i.test(text)],
  ['fixed-delay', isDuration],
  ['max-attempts', isInteger],
];
const RETRY_OPTIONS = ['retry-predicate', 'retry-strategy', 'fixed-delay', 'max-attempts'];
const LOOKUP_MISS = 'lookup_miss';

/** The hint if its options are as Flink's `FlinkHintStrategies` demand; otherwise throws the `AssertionError` that Calcite's `Litmus` throws. */
export function checkedHint(hint: RelHint, span: Span): RelHint {
  const problem = problemOf(hint);
  if (problem === undefined) return hint;
  throw new FlinkError('plan/query-hint', [{ className: 'AssertionError', message: problem }], span);
}

function problemOf(hint: RelHint): string | undefined {
  switch (hint.name) {
    case 'BROADCAST':
    case 'SHUFFLE_HASH':
    case 'SHUFFLE_MERGE':
    case 'NEST_LOOP':
    case 'MULTI_JOIN':
      return hint.listOptions.length > 0
        ? undefined
        : `Invalid hint: ${hint.name}${pairsText(hint)}, expecting at least one table or view specified in hint ${hint.name}.`;
    case 'LOOKUP':
      return lookupProblem(hint);
    case 'STATE_TTL':
      return stateTtlProblem(hint);
    default:
      return undefined;
  }
}

function pairsText(hint: RelHint): string {
  return hint.kvOptions.length === 0 ? '' : `(${hint.kvOptions.map(([k, v]) => `${k}=${v}`).join(', ')})`;
}

function lookupProblem(hint: RelHint): string | undefined {
  if (hint.listOptions.length > 0) return 'Invalid list options in LOOKUP hint, only support key-value options.';
  const options = new Map(hint.kvOptions);
  if (!options.has('table'))
    return "Invalid LOOKUP hint: incomplete required option(s): [Key: 'table' , default: null (fallback keys: [])]";
  if (options.size > LOOKUP_OPTIONS.length) {
    return `Too many LOOKUP hint options ${options.size} beyond max number of supported options ${LOOKUP_OPTIONS.length}`;
  }
  const bad = LOOKUP_OPTIONS.find(([key, isValid]) => options.has(key) && !isValid(options.get(key) ?? ''));
  if (bad) return `Invalid LOOKUP hint options: Could not parse value '${options.get(bad[0])}' for key '${bad[0]}'.`;
  const capacity = options.get('capacity');
  if (options.get('async')?.toLowerCase() === 'true' && capacity !== undefined && !(Number(capacity) > 0)) {
    return `Invalid LOOKUP hint option: capacity value should be positive integer but was ${capacity}`;
  }
  const given = RETRY_OPTIONS.filter((key) => options.has(key));
  if (given.length > 0 && given.length < RETRY_OPTIONS.length) return 'Invalid LOOKUP hint: retry options can be both null or all not null';
  const predicate = options.get('retry-predicate');
  if (predicate === undefined) return undefined;
  if (predicate.toLowerCase() !== LOOKUP_MISS) {
    return `Invalid LOOKUP hint option: unsupported retry-predicate '${predicate}', only '${LOOKUP_MISS}' is supported currently`;
  }
  const attempts = options.get('max-attempts') ?? '';
  return Number(attempts) > 0 ? undefined : `Invalid LOOKUP hint option: max-attempts value should be positive integer but was ${attempts}`;
}

function stateTtlProblem(hint: RelHint): string | undefined {
  if (hint.listOptions.length > 0) return 'Invalid list options in STATE_TTL hint, only support key-value options.';
  if (hint.kvOptions.length === 0) return 'Invalid STATE_TTL hint, expecting at least one key-value options specified.';
  const bad = hint.kvOptions.find(([, ttl]) => Number.isNaN(parseDuration(ttl)));
  return bad && `Invalid STATE_TTL hint value: text does not start with a number`;
}
