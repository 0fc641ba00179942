'use client';

import { z } from 'zod';
import { useStored } from '@/components/ui/use-stored';
import { initiallyHidden, monitorColumns } from './columns';

const hiddenSchema = z.array(z.string().max(40)).max(40);
const hiddenAtFirst: string[] = [...initiallyHidden];

/** Which columns are hidden: a person's own choice, kept in this browser. */
export function useColumns() {
  const [hidden, setHidden] = useStored('sightline.hidden-columns.v1', hiddenSchema, hiddenAtFirst);
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
        setHidden(visible ? hidden.filter((other) => other !== id) : [...hidden, id]),
      onReset: () => setHidden(hiddenAtFirst),
    },
  };
}
