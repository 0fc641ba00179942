import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { storedReadMark } from '@/components/monitor/read-mark';
import { useInventoryAsOf } from '@/components/monitor/use-inventory-status';
import type { StoredText } from '@/components/ui/stored-text';
import { useRequestContext } from '@/components/ui/use-request-context';
import { changeCountQuery } from '@/lib/client/history-queries';
import { begunKinds } from '@/lib/contract/change-kinds';
import { formatInteger } from '@/lib/text/format';

/**
 * The number of outages and maintenances that began after a time; null without any, or while it is unknown. It takes no
 * room, so that nothing moves when it appears.
 *
 * @param props.readUpTo epoch milliseconds
 */
export function UnreadBadge({ readUpTo }: { readUpTo: number }) {
  useMarkNotAhead(storedReadMark, useInventoryAsOf());
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

/** A mark may be this much later than the newest response, because a paused page may show an old one. Milliseconds. */
const AHEAD_MS = 600_000;

/**
 * Corrects a stored "seen up to" time that is much later than the newest response. It was stored while the server's
 * clock was ahead, and nothing would count as new until that time.
 *
 * @param mark ISO 8601
 * @param latest the newest time in a response, ISO 8601; null: no response yet
 */
function useMarkNotAhead(mark: StoredText, latest: string | null): void {
  useEffect(() => {
    if (latest === null) return;
    if (Date.parse(mark.read() ?? '') > Date.parse(latest) + AHEAD_MS) mark.write(latest);
  }, [mark, latest]);
}
