'use client';

import dynamic from 'next/dynamic';
import { inBoundary } from '@/components/ui/load-boundary';

const SyncViews = inBoundary(
  dynamic(() => import('./sync-views').then((file) => file.SyncViews)),
  null,
);

/**
 * Synchronizes the saved views of a signed-in person. Loads the scripts only then, because the first load has a limit
 * (ADR 0042).
 */
export function LazySyncViews({ person }: { person: string | undefined }) {
  return person === undefined ? null : <SyncViews person={person} />;
}
