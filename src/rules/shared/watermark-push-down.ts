import type { FlinkLogicalTableSourceScan } from '../../rel/flink-logical/flink-logical-table-source-scan.ts';
import type { RelOptTable, SourceAbility } from '../../rel/core/rel-opt-table.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import { printExpression } from '../../rel/rex/flink-expression-text.ts';

const SOURCE_WATERMARK = 'SOURCE_WATERMARK';

/** `true`, or why the source cannot take the watermark over (Flink's `supportsWatermarkPushDown`). */
export function whyNoWatermarkPushDown(table: RelOptTable): true | string {
  const { source } = table;
  if (!source) return 'the table has no connector';
  if (source.watermark) return true;
  if (!source.sourceWatermark) return 'the source takes no watermark (no SupportsWatermarkPushDown)';
  return declaresSourceWatermark(table) ? true : 'the table does not declare SOURCE_WATERMARK()';
}

function declaresSourceWatermark(table: RelOptTable): boolean {
  const watermarks = table.table?.kind === 'connector' ? table.table.watermarks : [];
  return watermarks.length === 1 && /^\W*SOURCE_WATERMARK\W*$/i.test(watermarks[0]?.sql ?? '');
}

/** The scan whose source makes the watermark; `rowType` is the scan's new row. */
export function scanWithWatermark(
  scan: FlinkLogicalTableSourceScan,
  watermarkExpr: RexNode,
  rowType: RowType,
): FlinkLogicalTableSourceScan {
  const { table } = scan;
  const ability = watermarkAbility(scan, watermarkExpr);
  return scan.withTable({
    ...table,
    rowType,
    abilities: [...table.abilities, ability.ability],
    extraDigests: [...table.extraDigests, ability.text],
  });
}

function watermarkAbility(scan: FlinkLogicalTableSourceScan, expr: RexNode): { ability: SourceAbility; text: string } {
  const { source } = scan.table;
  if (source?.sourceWatermark && expr.rex === 'call' && expr.op.name === SOURCE_WATERMARK) {
    return { ability: { kind: 'sourceWatermark' }, text: 'watermark=[SOURCE_WATERMARK()]' };
  }
  const names = scan.rowType.fields.map((f) => f.name);
  const printed = printExpression(expr, names, { format: 'prefix', detail: 'digest' });
  const params = source?.watermarkParams;
  const global = scan.cluster.config.duration('table.exec.source.idle-timeout');
  const idleTimeout = params?.idleTimeout ?? (global > 0 ? global : -1);
  const emitStrategy = params?.emitStrategy ?? 'on-periodic';
  const parts = [`watermark=[${printed}]`];
  if (idleTimeout > 0) parts.push(`idletimeout=[${idleTimeout}]`);
  parts.push(`watermarkEmitStrategy=[${emitStrategy}]`);
  const a = params?.alignment;
  const alignment = a ? `${a.group}, ${isoDuration(a.maxDrift)}, ${isoDuration(a.updateInterval)}` : undefined;
  if (alignment !== undefined) parts.push(`watermarkAlignment=[${alignment}]`);
  return { ability: { kind: 'watermark', expr, text: printed, emitStrategy, idleTimeout, alignment }, text: parts.join(', ') };
}

/** Milliseconds as Java's `Duration.toString`: `PT1M`, `PT1.5S`, `PT24H`. */
function isoDuration(ms: number): string {
  if (ms === 0) return 'PT0S';
  const hours = Math.trunc(ms / 3_600_000);
  const minutes = Math.trunc((ms % 3_600_000) / 60_000);
  const seconds = (ms % 60_000) / 1000;
  return `PT${hours === 0 ? '' : `${hours}H`}${minutes === 0 ? '' : `${minutes}M`}${seconds === 0 ? '' : `${seconds}S`}`;
}
