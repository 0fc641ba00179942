import * as z from 'zod/mini';
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
