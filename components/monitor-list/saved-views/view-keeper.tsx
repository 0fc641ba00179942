'use client';

import dynamic from 'next/dynamic';
import { LoadBoundary } from '@/components/ui/load-boundary';

const KeepViews = dynamic(() => import('./keep-views').then((file) => file.KeepViews));

/** Keeps views on the server for a person who is known. The scripts are loaded then only: the first load has a limit (ADR 0042). */
export function ViewKeeper({ person }: { person: string | undefined }) {
  return person === undefined ? null : (
    <LoadBoundary fallback={null}>
      <KeepViews person={person} />
    </LoadBoundary>
  );
}
