'use client';

import dynamic from 'next/dynamic';
import { LoadBoundary } from '@/components/ui/load-boundary';
import { useNotificationChoice } from './notification-choice';

const ViewNotifier = dynamic(() => import('./view-notifier').then((file) => file.ViewNotifier));

/** Notifies of changes while a person has switched it on. Most people have not, so its scripts are loaded then. */
export function ChangeNotifier() {
  const choice = useNotificationChoice();
  return choice === null ? null : (
    <LoadBoundary fallback={null}>
      <ViewNotifier key={choice.search} search={choice.search} />
    </LoadBoundary>
  );
}
