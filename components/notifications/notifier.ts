import * as z from 'zod/mini';
import { createStoredText } from '@/components/ui/stored-text';
import type { Change, ChangeList } from '@/lib/contract/changes';

/** Changes to notify of, the newest first. `isCutOff`: older ones of them may be on the next page. */
export interface ChangeBatch {
  changes: readonly Change[];
  isCutOff: boolean;
}

const stateSchema = z.object({
  /** When the newest changes were last read, and when a notification was last shown, epoch milliseconds. */
  lookedAt: z.number(),
  shownAt: z.number(),
  /** The keys of the changes in that response. They need no notification any more. */
  done: z.array(z.string()),
});

/** The state that all tabs of a browser share. When the notifying tab is closed, the next one continues from it. */
export type NotifierState = z.infer<typeof stateSchema>;

const stored = createStoredText('localStorage', 'sightline.notified.v2');

/** A page that is opened later than this does not notify of earlier changes, milliseconds. */
const CONTINUED_MS = 600_000;

/** The shared state; null: none, or long ago. @param openedAt when this page received its first response, epoch milliseconds */
export function readState(openedAt: number): NotifierState | null {
  return parseState(stored.read(), openedAt);
}

export function writeState(state: NotifierState): void {
  stored.write(JSON.stringify(state));
}

/** See `readState`; an invalid text counts as none. */
export function parseState(text: string | null, openedAt: number): NotifierState | null {
  try {
    const state = stateSchema.safeParse(JSON.parse(text ?? 'null')).data ?? null;
    return state && openedAt - state.lookedAt < CONTINUED_MS ? state : null;
  } catch {
    return null;
  }
}

/** Minimum time between two notifications, milliseconds. */
const PAUSE_MS = 60_000;

/** Identifies a change. Its id alone does not: a server that has lost its history starts again at the first id. */
const keyOf = ({ id, to }: Change) => `${id} ${to}`;

/**
 * Notifies of the new changes in a response. Within a minute of the last notification it shows nothing; a later
 * response contains these changes again.
 *
 * @param known null: this is the first response, and earlier changes cause no notification
 * @param parts.belongs returns those changes whose monitors are in the chosen view
 * @param parts.now when the response was received, epoch milliseconds
 * @returns the next state
 * @throws what `belongs` throws, and when `signal` is aborted; then nothing was shown
 */
export async function notifyOfNew(
  { data, pagination }: Pick<ChangeList, 'data' | 'pagination'>,
  known: NotifierState | null,
  parts: {
    belongs: (changes: readonly Change[]) => Promise<readonly Change[]>;
    show: (batch: ChangeBatch) => void;
    now: number;
    signal: AbortSignal;
  },
): Promise<NotifierState> {
  const { belongs, show, now, signal } = parts;
  const looked = { lookedAt: now, shownAt: known?.shownAt ?? 0, done: data.map(keyOf) };
  const done = new Set(known?.done);
  const fresh = known === null ? [] : data.filter((change) => !done.has(keyOf(change)));
  if (known === null || fresh.length === 0) return looked;
  if (Math.abs(now - known.shownAt) < PAUSE_MS) return { ...known, lookedAt: now };
  const changes = await belongs(fresh);
  signal.throwIfAborted();
  if (changes.length === 0) return looked;
  // If all changes of a page are new, the next page may have more.
  show({ changes, isCutOff: fresh.length === data.length && pagination.next_cursor !== null });
  return { ...looked, shownAt: now };
}
