import { useQuery } from '@tanstack/react-query';
import { useRequestContext } from '@/components/ui/use-request-context';
import { changeCountQuery } from '@/lib/client/history-queries';
import { formatInteger } from '@/lib/format';
import { useReadMark } from './use-read-mark';

/** The number of changes that this browser has not shown yet; null without any, or while it is unknown. */
function useUnreadChanges(): string | null {
  const readUpTo = useReadMark();
  const { data } = useQuery({
    ...changeCountQuery((readUpTo ?? 0) + 1, useRequestContext()),
    enabled: readUpTo !== null,
  });
  if (data === undefined || data.count === 0) return null;
  return `${formatInteger(data.count)}${data.more ? '+' : ''}`;
}

/** The number at the link to the changes. It takes no room, so that nothing moves when it appears. */
export function UnreadCount() {
  const unread = useUnreadChanges();
  if (unread === null) return null;
  return (
    <span className="absolute top-1 right-0 min-w-4 translate-x-1/3 rounded-full bg-accent px-1 text-center font-medium text-[10px] text-surface leading-4 forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]">
      {unread}
      <span className="sr-only"> unread</span>
    </span>
  );
}
