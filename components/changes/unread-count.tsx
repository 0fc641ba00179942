import dynamic from 'next/dynamic';
import { useReadMark } from '@/components/monitor/read-mark';
import { inBoundary } from '@/components/ui/load-boundary';

const UnreadBadge = inBoundary(
  dynamic(() => import('./unread-badge').then((file) => file.UnreadBadge)),
  null,
);

/** The number of unread changes. Its scripts are loaded only in a browser that has shown changes before. */
export function UnreadCount() {
  const readUpTo = useReadMark();
  return readUpTo === null ? null : <UnreadBadge readUpTo={readUpTo} />;
}
