import { useTable } from '@tanstack/react-table';
import { useSearchParams } from 'next/navigation';
import { reviewRule } from '@/lib/contract/review-rules';
import type { MonitorRow } from './cells';
import { monitorColumns, monitorTableFeatures } from './columns';
import { useColumnPreferences } from './use-column-preferences';

const noRows: readonly MonitorRow[] = [];

/** A table without rows, for components that only change the columns. */
export function useColumnTable() {
  'use memo';
  const rule = useSearchParams().get('rule') ?? '';
  const { state, handlers, reset } = useColumnPreferences(reviewRule(rule)?.column);
  const table = useTable({
    features: monitorTableFeatures,
    columns: monitorColumns,
    data: noRows,
    state,
    ...handlers,
  });
  return { table, reset };
}
