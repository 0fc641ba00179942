import * as z from 'zod/mini';
import { createStoredText } from '@/components/ui/stored-text';
import type { Change } from '@/lib/contract/changes';
import { parseJson } from '@/lib/text/parse-json';

/** Changes to notify of, the newest first: only `down` and `recovered`. `isCutOff`: there may be older ones. */
export interface ChangeBatch {
  changes: readonly Change[];
  isCutOff: boolean;
}

const stateSchema = z.object({
  /** When the newest changes were last read, and when a notification was last shown, epoch milliseconds. */
  lookedAt: z.number(),
  shownAt: z.number(),
  /** Up to which id, and up to which end, changes need no notification any more; null: there were none. */
  newest: z.nullable(z.object({ id: z.string(), to: z.string() })),
});

/** The state that all tabs of a browser share: a tab notifies of nothing that another has notified of. */
export type NotifierState = z.infer<typeof stateSchema>;

export const storedState = createStoredText('localStorage', 'sightline.notified.v3');

/** Nothing is told of changes that are older than this, or after a page was opened later than this, milliseconds. */
const CONTINUED_MS = 600_000;
/** Minimum time between two notifications, milliseconds. */
const PAUSE_MS = 60_000;

/**
 * Parses the shared state; null: none, an invalid one, or one from long ago.
 *
 * @param openedAt when this page received its first response, epoch milliseconds
 */
export function parseState(text: string | null, openedAt: number): NotifierState | null {
  const state = stateSchema.safeParse(parseJson(text ?? 'null')).data ?? null;
  return state && openedAt - state.lookedAt < CONTINUED_MS ? state : null;
}

/**
 * Whether a change has come since. Its id is higher; but a server that has lost its history starts again at the first id. An
 * older change that comes late, because a monitor has joined the view, is not new.
 */
function isNew({ id, to }: Change, { newest, lookedAt }: NotifierState): boolean {
  if (Date.parse(to) < lookedAt - CONTINUED_MS) return false;
  return newest === null || Number(id) > Number(newest.id) || to > newest.to;
}

/**
 * Returns the outages and recoveries of a response that need a notification (`batch`; null: none do), and the next state.
 * Within a minute of the last notification there is none; a later response contains these changes again.
 *
 * @param changes the last changes of the chosen monitors, the newest first, at most `max`
 * @param known null: this is the first response, and earlier changes cause no notification
 * @param now when the response was received, epoch milliseconds
 */
export function newOutages(
  changes: readonly Change[],
  max: number,
  known: NotifierState | null,
  now: number,
): { state: NotifierState; batch: ChangeBatch | null } {
  const [first] = changes;
  const lastEnd = changes
    .map(({ to }) => to)
    .sort()
    .at(-1);
  const newest = first && lastEnd ? { id: first.id, to: lastEnd } : null;
  if (known === null) return { state: { lookedAt: now, shownAt: 0, newest }, batch: null };
  const fresh = changes.filter((change) => isNew(change, known));
  const looked = { lookedAt: now, shownAt: known.shownAt, newest: fresh.length > 0 ? newest : known.newest };
  const outages = fresh.filter(({ kind }) => kind === 'down' || kind === 'recovered');
  if (outages.length === 0) return { state: looked, batch: null };
  if (Math.abs(now - known.shownAt) < PAUSE_MS) return { state: { ...known, lookedAt: now }, batch: null };
  return { state: { ...looked, shownAt: now }, batch: { changes: outages, isCutOff: fresh.length >= max } };
}
