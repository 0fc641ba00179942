import { useTemporary } from './use-temporary';

/** The message when the browser has not stored what the user chose. */
export const notStoredMessage =
  'Not saved: this browser’s storage for this site is blocked or full. What you choose lasts until you reload or close the page.';

/** The display time of the message, in milliseconds. */
const SHOWN_MS = 10_000;

/** The message for a toast, null without one; and `report`, which takes whether the browser has stored a choice. */
export function useNotStoredMessage() {
  const [message, setMessage] = useTemporary<string>(SHOWN_MS);
  return { message, report: (isStored: boolean) => setMessage(isStored ? null : notStoredMessage) };
}
