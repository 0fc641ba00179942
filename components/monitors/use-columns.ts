'use client';

import { usePreferences } from '@/components/ui/preferences';
import { orderColumns } from './column-order';
import { initiallyHidden, monitorColumns } from './columns';

const hiddenAtFirst: readonly string[] = initiallyHidden;
const usualOrder = monitorColumns.map(({ id }) => id);

/** Which columns there are, in which order and how wide: a person's own choice, kept in this browser. */
export function useColumns() {
  const [{ hiddenColumns, columnOrder, columnWidths }, change] = usePreferences();
  const hidden = hiddenColumns ?? hiddenAtFirst;
  const order = orderColumns(usualOrder, columnOrder);
  const ordered = order.flatMap((id) => monitorColumns.filter((column) => column.id === id));
  return {
    /** Those on show, from left to right. */
    shown: ordered.filter(({ id }) => !hidden.includes(id)),
    widths: columnWidths,
    setWidth: (id: string, width: number | null) => {
      const { [id]: _before, ...others } = columnWidths;
      change({ columnWidths: width === null ? others : { ...others, [id]: width } });
    },
    menu: {
      columns: ordered.map((column) => ({
        id: column.id,
        label: column.label,
        visible: !hidden.includes(column.id),
        stays: column.stays ?? false,
      })),
      onVisible: (id: string, visible: boolean) =>
        change({ hiddenColumns: visible ? hidden.filter((other) => other !== id) : [...hidden, id] }),
      onOrder: (ids: readonly string[]) => change({ columnOrder: [...ids] }),
      onReset: () => change({ hiddenColumns: null, columnOrder: [], columnWidths: {} }),
    },
  };
}
