'use client';

import { Suspense } from 'react';
import { ChunkErrorBoundary, lazyChunk } from '@/components/ui/lazy-chunk';
import { useStoredText } from '@/components/ui/stored-text';
import { storedChoice } from './stored-choice';

const RunningNotifier = lazyChunk(() => import('./running-notifier').then((file) => file.RunningNotifier));

/** Notifies of changes. Its scripts are loaded only in a browser in which a choice was made. */
export function ChangeNotifier() {
  if (useStoredText(storedChoice) === null) return null;
  return (
    <ChunkErrorBoundary>
      <Suspense>
        <RunningNotifier />
      </Suspense>
    </ChunkErrorBoundary>
  );
}
