'use client';

import dynamic from 'next/dynamic';
import { inBoundary } from '@/components/ui/load-boundary';

const SyncViews = inBoundary(
  dynamic(() => import('./sync-views').then((file) => file.SyncViews)),
  null,
);

/** Synchronizes the saved views of a person who is known. Only then its scripts are loaded: the first load has a limit (ADR 0042). */
export function ViewSync({ person }: { person: string | undefined }) {
  return person === undefined ? null : <SyncViews person={person} />;
}
