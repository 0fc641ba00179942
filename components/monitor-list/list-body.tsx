import { useDeferredValue } from 'react';
import { useInteractionWithin } from '@/components/ui/use-interaction-within';
import type { ListedMonitor } from '@/lib/contract/monitor';
import type { MonitorList } from '@/lib/contract/responses';
import { ListFrame, type ListFrameProps } from './list-frame';
import { useHeldRows } from './table/use-held-rows';

/** The monitors of one page. Rows keep their positions while the user interacts with them. */
export function ListBody(props: ListFrameProps) {
  'use memo';
  const { list, loadedQuery, container } = props;
  const shown = useDeferredRefresh(list, loadedQuery);
  const rows = useHeldRows(shown.data, identity, loadedQuery, useInteractionWithin(container));
  return (
    <ListFrame
      {...props}
      shown={shown}
      rows={rows.map(({ row, gone }) => ({ monitor: row, gone }))}
      isEmpty={rows.length === 0}
    />
  );
}

const identity = {
  idOf: ({ monitor_uuid }: ListedMonitor) => monitor_uuid,
  isSame: (a: ListedMonitor, b: ListedMonitor) => a === b,
};

/**
 * Defers rendering of a refresh, so that a hundred changed rows do not block input and scrolling. The result
 * of another query is rendered at once, because the user waits for it.
 */
export function useDeferredRefresh(list: MonitorList, loadedQuery: string | null): MonitorList {
  const deferredList = useDeferredValue(list);
  const deferredQuery = useDeferredValue(loadedQuery);
  return deferredQuery === loadedQuery ? deferredList : list;
}
