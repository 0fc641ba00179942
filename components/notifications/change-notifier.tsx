'use client';

import { Suspense } from 'react';
import { ChunkErrorBoundary, lazyChunk } from '@/components/ui/lazy-chunk';
import { useNotificationChoice } from './notification-choice';

const RunningNotifier = lazyChunk(() => import('./running-notifier').then((file) => file.RunningNotifier));

/** Notifies of changes while the user wants it. Its scripts are loaded only then. */
export function ChangeNotifier() {
  const choice = useNotificationChoice();
  if (choice === null) return null;
  return (
    <ChunkErrorBoundary>
      <Suspense>
        <RunningNotifier key={choice.search} search={choice.search} />
      </Suspense>
    </ChunkErrorBoundary>
  );
}
