import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useInventoryAsOf } from '@/components/monitor/use-inventory-status';
import { useRequestContext } from '@/components/ui/use-request-context';
import { changeCountQuery } from '@/lib/client/history-queries';
import { begunKinds } from '@/lib/contract/conditions';
import { formatInteger } from '@/lib/text/format';
import { storedReadMark } from './read-mark';

/** A mark may be this much later than the newest response, because a paused page may show an old one. Milliseconds. */
const AHEAD_MS = 600_000;

/**
 * The number of outages and maintenances that began after a time; null without any, or while it is unknown. It takes no
 * room, so that nothing moves when it appears.
 *
 * @param props.readUpTo epoch milliseconds
 */
export function UnreadBadge({ readUpTo }: { readUpTo: number }) {
  const latest = useInventoryAsOf();
  useEffect(() => {
    // A mark that is much later was stored while the server's clock was ahead. Nothing would count as new until that time.
    if (latest !== null && readUpTo > Date.parse(latest) + AHEAD_MS) storedReadMark.write(latest);
  }, [readUpTo, latest]);
  const filters = { since: readUpTo + 1, kind: [...begunKinds], type: [], region: [] };
  const { data: answer } = useQuery(changeCountQuery(filters, useRequestContext()));
  const { count, more } = answer?.body.data ?? { count: 0, more: false };
  if (count === 0) return null;
  return (
    <span className="absolute top-1 right-0 min-w-4 translate-x-1/3 rounded-full bg-accent px-1 text-center font-medium text-[10px] text-surface leading-4 forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]">
      {formatInteger(count)}
      {more ? '+' : ''}
      <span className="sr-only"> unread</span>
    </span>
  );
}
