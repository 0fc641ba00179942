import { createStoredText, useStoredText } from '@/components/ui/stored-text';

/** What this browser notifies of, for `parseChoice`. */
export const storedChoice = createStoredText('localStorage', 'sightline.notifications.v1');

/** The view whose monitors are notified of. */
export interface NotificationChoice {
  /** Null: all monitors. */
  name: string | null;
  /** The search of the view (`viewSearchOf`); empty: all monitors. */
  search: string;
}

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
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null || !('search' in value) || !('name' in value))
      return null;
    const { name, search } = value;
    if (typeof search !== 'string' || (name !== null && typeof name !== 'string')) return null;
    return { name, search };
  } catch {
    return null;
  }
}
