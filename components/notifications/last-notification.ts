import { createStoredText } from '@/components/ui/stored-text';

const stored = createStoredText('localStorage', 'sightline.notified.v1');

/** When a tab of this browser has shown the last notification, epoch milliseconds. */
export const lastNotification = {
  /** Null: never, as far as is known. */
  read: (): number | null => parseTime(stored.read()),
  write: (at: number): void => stored.write(String(at)),
};

/** Parses a stored time; an invalid one counts as none. */
export function parseTime(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
