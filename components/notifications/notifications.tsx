'use client';

import { Bell, BellRing } from 'lucide-react';
import dynamic from 'next/dynamic';
import { buttonClass } from '@/components/ui/button';
import { inBoundary } from '@/components/ui/load-boundary';
import { PopupButton } from '@/components/ui/on-demand';
import { useNotificationChoice } from './notification-choice';

const ViewNotifier = inBoundary(
  dynamic(() => import('./notifier').then((file) => file.ViewNotifier)),
  null,
);

/** Notifies of changes if the user has switched this on. Most users have not, so the scripts are loaded only then. */
export function ChangeNotifier() {
  const choice = useNotificationChoice();
  return choice === null ? null : <ViewNotifier key={choice.search} search={choice.search} />;
}

const loadPanel = () => import('./notifications-panel').then((file) => file.NotificationsPanel);

/** The button for the browser's notifications of outages. */
export function NotificationsMenu() {
  const isOn = useNotificationChoice() !== null;
  return (
    <PopupButton
      kind="dialog"
      load={loadPanel}
      panel={{}}
      className={`${buttonClass()} max-sm:w-[34px] max-sm:px-0`}
      title={isOn ? 'Notifications are on' : 'Notify me of outages'}
    >
      {isOn ? <BellRing className="text-accent" /> : <Bell />}
      <span className="max-sm:sr-only">Notifications</span>
    </PopupButton>
  );
}
