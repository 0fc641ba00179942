'use client';

import { useLook } from '@/components/ui/look';
import { initiallyHidden, monitorColumns } from './columns';

const hiddenAtFirst: readonly string[] = initiallyHidden;

/** Which columns are hidden: a person's own choice, kept in this browser. */
export function useColumns() {
  const [{ hiddenColumns }, change] = useLook();
  const hidden = hiddenColumns ?? hiddenAtFirst;
  const choices = monitorColumns
    .filter((column) => column.enableHiding !== false)
    .map((column) => ({
      id: String(column.id),
      label: String(column.header),
      visible: !hidden.includes(String(column.id)),
    }));
  return {
    visibility: Object.fromEntries(hidden.map((id) => [id, false])),
    menu: {
      columns: choices,
      onVisible: (id: string, visible: boolean) =>
        change({ hiddenColumns: visible ? hidden.filter((other) => other !== id) : [...hidden, id] }),
      onReset: () => change({ hiddenColumns: null }),
    },
  };
}
