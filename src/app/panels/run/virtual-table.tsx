import { useEffect, useRef, type ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';

const ROW = 24;

export interface VirtualTableProps {
  readonly label: string;
  readonly count: number;
  readonly head: ReactNode;
  readonly columns: number;
  readonly row: (index: number) => ReactNode;
  readonly keyOf: (index: number) => number | string;
  /** Row that is brought into view when it changes. */
  readonly active?: number;
}

/** A table of any length: only the rows in view are in the page; the rest is room above and below. */
export function VirtualTable({ label, count, head, columns, row, keyOf, active }: VirtualTableProps) {
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 10,
    scrollPaddingStart: ROW,
    getItemKey: keyOf,
  });
  useEffect(() => {
    if (active !== undefined && active >= 0 && active < count) virtual.scrollToIndex(active, { align: 'auto' });
  }, [active, count, virtual]);
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div className="virtual-table" ref={scroll} tabIndex={0} role="region" aria-label={label} data-scroll>
      <table className="data is-wide" aria-rowcount={count + 1}>
        <thead>{head}</thead>
        <tbody>
          {before > 0 && (
            <tr aria-hidden style={{ height: before }}>
              <td colSpan={columns} />
            </tr>
          )}
          {items.map((item) => row(item.index))}
          {after > 0 && (
            <tr aria-hidden style={{ height: after }}>
              <td colSpan={columns} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
