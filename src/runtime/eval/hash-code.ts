import type { CallCompiler } from './contract.ts';
import { valueHash } from '../state/binary-row-hash.ts';
import { NoEvaluator, strict, typeOf } from './contract.ts';

/** HASH_CODE(x), which spreads distinct values over buckets: Java's hash of Flink's internal value (`CodeGenUtils.hashCodeForType`). */
export const hashCode: CallCompiler = (call, args) => {
  const type = typeOf(call, 0);
  if (['ARRAY', 'MAP', 'MULTISET', 'ROW', 'STRUCTURED'].includes(type.name)) throw new NoEvaluator(call.op.name);
  return strict(args, (v) => valueHash(v, type));
};
