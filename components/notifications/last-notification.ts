import { createStoredText } from '@/components/ui/stored-text';

const stored = createStoredText('localStorage', 'sightline.notified.v1');

/** The last notification of all tabs of this browser. */
export interface LastNotification {
  /** The time at which a tab of this browser last showed a notification, epoch milliseconds. */
  at: number;
  /** The keys of the changes that it and those before it were about, the newest first. */
  changes: readonly string[];
}

/** The last notification, which all tabs share. */
export const lastNotification = {
  /** Null: never, as far as is known. */
  read: (): LastNotification | null => parseNotification(stored.read()),
  write: (notification: LastNotification): boolean => stored.write(JSON.stringify(notification)),
};

/** Parses the stored notification; an invalid one counts as none. */
export function parseNotification(text: string | null): LastNotification | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null || !('at' in value) || !('changes' in value)) return null;
    const { at, changes } = value;
    if (typeof at !== 'number' || !Number.isSafeInteger(at) || at < 0) return null;
    if (!Array.isArray(changes) || !changes.every((key) => typeof key === 'string')) return null;
    return { at, changes };
  } catch {
    return null;
  }
}
