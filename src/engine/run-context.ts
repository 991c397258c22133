import type { Config } from '../catalog/config.ts';
import type { EvalContext } from '../runtime/eval/contract.ts';
import { UTC, timeZoneOf } from '../runtime/eval/time-zone.ts';

/** What expressions of a running job read of the session's options. */
export function runEvalContext(config: Config): EvalContext {
  return {
    timeZone: timeZoneOf(config.get('table.local-time-zone') ?? 'UTC') ?? UTC,
    legacyCasts: config.enumeration('table.exec.legacy-cast-behaviour') === 'ENABLED',
  };
}
