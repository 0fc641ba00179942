import { Suspense } from 'react';
import { ChunkErrorBoundary, lazyChunk } from '@/components/ui/lazy-chunk';
import { useReadMark } from './read-mark';

const UnreadBadge = lazyChunk(() => import('./unread-badge').then((file) => file.UnreadBadge));

/** The number of unread changes. Its scripts are loaded only in a browser that has shown changes before. */
export function UnreadCount() {
  const readUpTo = useReadMark();
  if (readUpTo === null) return null;
  return (
    <ChunkErrorBoundary>
      <Suspense>
        <UnreadBadge readUpTo={readUpTo} />
      </Suspense>
    </ChunkErrorBoundary>
  );
}
