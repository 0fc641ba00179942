import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useRef } from 'react';
import * as z from 'zod/mini';
import { groupVerbs } from '@/components/changes/change-messages';
import { isolated } from '@/components/ui/isolated';
import { createStoredText } from '@/components/ui/stored-text';
import { useRequestContext } from '@/components/ui/use-request-context';
import { wallQuery, wallSearch } from '@/lib/client/wall-query';
import type { Change } from '@/lib/contract/changes';
import { WALL_CHANGES_MAX } from '@/lib/contract/wall';
import { withBasePath } from '@/lib/text/base-path';
import { formatInteger } from '@/lib/text/format';
import { parseJson } from '@/lib/text/parse-json';
import { visibleName } from '@/lib/text/visible-name';

/**
 * Polls the last changes of a view, which the answer for its wall has, and shows the browser's notifications.
 *
 * @param props.search the search of the view
 */
export function ViewNotifier({ search }: { search: string }) {
  const router = useRouter();
  const query = wallQuery(wallSearch(new URLSearchParams(search)), useRequestContext());
  const { data, dataUpdatedAt } = useQuery(query);
  /** When this page received its first response, epoch milliseconds. */
  const openedAt = useRef<number | null>(null);
  const look = useEffectEvent((changes: readonly Change[], now: number) => {
    openedAt.current ??= now;
    const known = parseState(storedState.read(), openedAt.current);
    const { state, batch } = newOutages(changes, WALL_CHANGES_MAX, known, now);
    storedState.write(JSON.stringify(state));
    if (batch === null) return;
    const { title, ...texts } = notificationMessage(batch);
    // Two tabs can notify at the same moment; the same tag replaces the notification of the other one.
    const notification = new Notification(title, { ...texts, tag: `change ${batch.changes[0]?.id}` });
    notification.onclick = () => {
      window.focus();
      router.push('/changes');
      notification.close();
    };
  });
  const changes = data?.body.data.changes;
  useEffect(() => {
    if (changes) look(changes, dataUpdatedAt);
  }, [changes, dataUpdatedAt]);
  return null;
}

/** Changes to notify of, the newest first: only `down` and `recovered`. `isCutOff`: there may be older ones. */
interface ChangeBatch {
  changes: readonly Change[];
  isCutOff: boolean;
}

/**
 * When the newest changes were last read, and when a notification was last shown, epoch milliseconds; up to which end changes
 * need no notification any more, ISO 8601, empty: there were none.
 */
const stateSchema = z.object({ lookedAt: z.number(), shownAt: z.number(), upTo: z.string() });

/** The state that all tabs of a browser share: a tab notifies of nothing that another has notified of. */
export type NotifierState = z.infer<typeof stateSchema>;

const storedState = createStoredText('localStorage', 'sightline.notified.v4');

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
  // Also if it is earlier than before: the server's clock was set back, or its history was lost.
  const upTo = changes[0]?.to ?? '';
  if (known === null) return { state: { lookedAt: now, shownAt: 0, upTo }, batch: null };
  // The change of a monitor that has joined the view can be old.
  const oldest = known.lookedAt - CONTINUED_MS;
  const fresh = changes.filter(({ to }) => to > known.upTo && Date.parse(to) >= oldest);
  const outages = fresh.filter(({ kind }) => kind === 'down' || kind === 'recovered');
  if (outages.length === 0) return { state: { lookedAt: now, shownAt: known.shownAt, upTo }, batch: null };
  if (Math.abs(now - known.shownAt) < PAUSE_MS) return { state: { ...known, lookedAt: now }, batch: null };
  return {
    state: { lookedAt: now, shownAt: now, upTo },
    batch: { changes: outages, isCutOff: fresh.length >= max },
  };
}

/** Lines of a notification; browsers cut off more. */
const MAX_LINES = 4;

/** The texts of a notification, and the path of its icon. @param batch at least one change */
export function notificationMessage({ changes, isCutOff }: ChangeBatch) {
  const [first] = changes;
  const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length;
  const icon = withBasePath(count('down') > 0 ? '/icon-down.svg' : '/icon.svg');
  if (first && changes.length === 1 && !isCutOff)
    return { title: lineOf(first), body: first.monitor.target ?? '', icon };
  const counts = (['down', 'recovered'] as const)
    .filter((kind) => count(kind) > 0)
    .map((kind) => `${formatInteger(count(kind))} ${groupVerbs[kind]}`);
  const shown = changes.length > MAX_LINES ? changes.slice(0, MAX_LINES - 1) : changes;
  const rest = changes.length - shown.length;
  return {
    title: `${isCutOff ? 'At least ' : ''}${counts.join(', ')}`,
    body: [...shown.map(lineOf), ...(rest > 0 ? [`and ${formatInteger(rest)} more`] : [])].join('\n'),
    icon,
  };
}

function lineOf({ kind, monitor }: Change): string {
  return `${isolated(visibleName(monitor.name) ?? (monitor.target || monitor.monitor_uuid))} ${groupVerbs[kind]}`;
}
