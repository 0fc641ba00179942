import * as z from 'zod/mini';
import { createStoredText, useStoredText } from '@/components/ui/stored-text';

/** What this browser notifies of, for `parseChoice`. */
export const storedChoice = createStoredText('localStorage', 'sightline.notifications.v1');

/** The view whose monitors are notified of, by its search (`viewSearchOf`). All monitors have no name and no search. */
const choiceSchema = z.object({ name: z.nullable(z.string()), search: z.string() });
export type NotificationChoice = z.infer<typeof choiceSchema>;

export const allMonitors: NotificationChoice = { name: null, search: '' };

/** What this browser notifies of; null: nothing. */
export function useNotificationChoice(): NotificationChoice | null {
  return parseChoice(useStoredText(storedChoice));
}

/** @param choice null turns notifications off */
export function chooseNotifications(choice: NotificationChoice | null): void {
  storedChoice.write(JSON.stringify(choice));
}

/** Parses the stored choice; an invalid one counts as none. */
export function parseChoice(text: string | null): NotificationChoice | null {
  try {
    return choiceSchema.safeParse(JSON.parse(text ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
