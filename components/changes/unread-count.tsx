import dynamic from 'next/dynamic';
import { useReadMark } from '@/components/monitor/read-mark';
import { LoadBoundary } from '@/components/ui/load-boundary';

const UnreadBadge = dynamic(() => import('./unread-badge').then((file) => file.UnreadBadge));

/** The number of unread changes. Its scripts are loaded only in a browser that has shown changes before. */
export function UnreadCount() {
  const readUpTo = useReadMark();
  return readUpTo === null ? null : (
    <LoadBoundary fallback={null}>
      <UnreadBadge readUpTo={readUpTo} />
    </LoadBoundary>
  );
}
