'use client';

import dynamic from 'next/dynamic';
import { LoadBoundary } from '@/components/ui/load-boundary';
import { useNotificationChoice } from './notification-choice';

const ViewNotifier = dynamic(() => import('./view-notifier').then((file) => file.ViewNotifier));

/** Notifies of changes if the user has switched this on. Most users have not, so the scripts are loaded only then. */
export function ChangeNotifier() {
  const choice = useNotificationChoice();
  return choice === null ? null : (
    <LoadBoundary fallback={null}>
      <ViewNotifier key={choice.search} search={choice.search} />
    </LoadBoundary>
  );
}
