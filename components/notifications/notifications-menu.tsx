'use client';

import { Bell, BellRing } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { PopupButton } from '@/components/ui/on-demand';
import { useNotificationChoice } from './change-notifier';

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
