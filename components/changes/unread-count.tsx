import dynamic from 'next/dynamic';

import { inBoundary } from '@/components/ui/load-boundary';
import { useReadMark } from './read-mark';

const UnreadBadge = inBoundary(
  dynamic(() => import('./unread-badge').then((file) => file.UnreadBadge)),
  null,
);

/** The number of unread changes. Its scripts are loaded only in a browser that has shown changes before. */
export function UnreadCount() {
  const readUpTo = useReadMark();
  return readUpTo === null ? null : <UnreadBadge readUpTo={readUpTo} />;
}
