'use client';

import { Bell, BellRing } from 'lucide-react';
import dynamic from 'next/dynamic';
import * as z from 'zod/mini';
import { buttonClass } from '@/components/ui/button';
import { inBoundary } from '@/components/ui/load-boundary';
import { PopupButton } from '@/components/ui/on-demand';
import { createStoredText, useStoredText } from '@/components/ui/stored-text';
import { parseJson } from '@/lib/text/parse-json';

/** The stored choice of this browser, for `parseChoice`. */
export const storedChoice = createStoredText('localStorage', 'sightline.notifications.v1');

/** The chosen view by its search (`viewSearchOf`). The choice of all monitors has no name and an empty search. */
const choiceSchema = z.object({ name: z.nullable(z.string()), search: z.string() });
export type NotificationChoice = z.infer<typeof choiceSchema>;

/** The choice of this browser; null: notifications are off. */
export function useNotificationChoice(): NotificationChoice | null {
  return parseChoice(useStoredText(storedChoice));
}

/** Parses the stored choice; an invalid one counts as none. */
export function parseChoice(text: string | null): NotificationChoice | null {
  return choiceSchema.safeParse(parseJson(text ?? 'null')).data ?? null;
}

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
