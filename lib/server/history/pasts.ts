import 'server-only';
import type { Condition } from '../../contract/conditions.ts';
import { changeKinds } from '../../contract/conditions.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import type { Database, Tables } from '../storage/database.ts';
import type { Counted, Course, Step, Timeline } from './availability.ts';
import { inBatches } from './batches.ts';
import type { Gap } from './fleet.ts';
import { SLOT_MS } from './slots.ts';
import { changesOfMonitors, storedIds } from './stored-monitors.ts';

interface PresentMonitor {
  uuid: string;
  /** The monitor as the last recorded crawl showed it; null: not known. */
  present: Pick<InventoryMonitor, 'condition' | 'maintenance_mode'> | null;
  /** Since when it was not read, epoch ms; null: recent crawls have read it. */
  unreadSince: number | null;
}

/** The times for which the past is read, epoch ms. */
export interface PastTimes {
  since: number;
  /** The starts of slots, the oldest first. */
  slots: readonly number[];
}

/** The range in which there were crawls, and its gaps. Epoch ms. */
interface WatchedTimes {
  from: number;
  until: number;
  gaps: readonly Gap[];
}

export interface Past {
  timeline: Timeline;
  /** `Slot.seen` of each asked slot in which the monitor was read, by the start of the slot, epoch ms. */
  seen: Map<number, number>;
}

/** Number of monitors read before the event loop runs again. */
const BATCH_MONITORS = 10;

/**
 * Reads the pasts of monitors. The time before the history began is not in a timeline.
 *
 * @param times changes that ended before `since` are not read
 * @param visit receives the UUID and the past of each monitor
 */
export async function eachPast(
  db: Database['db'],
  monitors: readonly PresentMonitor[],
  { since, slots }: PastTimes,
  { from, until, gaps: all }: WatchedTimes,
  visit: (uuid: string, past: Past) => void,
): Promise<void> {
  for await (const batch of inBatches(monitors, BATCH_MONITORS)) {
    const ids = await storedIds(
      db,
      batch.map(({ uuid }) => uuid),
    );
    const known = [...ids.values()];
    const changes = Map.groupBy(await changesOfState(db, known, since), ({ monitor }) => monitor);
    const gaps = await monitorGaps(db, known, since);
    const seen = Map.groupBy(await slotsSeen(db, known, slots), ({ monitor }) => monitor);
    for (const { uuid, present, unreadSince } of batch) {
      const id = ids.get(uuid.toLowerCase()) ?? 0;
      const own = gaps.get(id) ?? [];
      const isUnread = unreadSince === null ? [] : [{ from: unreadSince, to: until }];
      const firstSeen = own.find((gap) => gap.from === 0)?.to ?? from;
      visit(uuid, {
        timeline: timelineOf(changes.get(id) ?? [], present, {
          from: firstSeen,
          until,
          unread: [...all, ...own, ...isUnread],
        }),
        seen: new Map((seen.get(id) ?? []).map((slot) => [slot.at, slot.seen])),
      });
    }
  }
}

/** Returns what was seen of the monitors in these slots. @param starts of the slots, epoch ms */
async function slotsSeen(db: Database['db'], ids: readonly number[], starts: readonly number[]) {
  // PostgreSQL has no empty lists.
  if (ids.length === 0 || starts.length === 0) return [];
  const slots = db.selectFrom('check_slot').select(['monitor', 'at', 'seen']).where('length', '=', SLOT_MS);
  return slots.where('at', 'in', starts).where('monitor', 'in', ids).execute();
}

/** The columns of a change that a timeline needs. */
export type ChangeOfState = Pick<Tables['change'], 'kind' | 'from' | 'to' | 'condition_before'>;

/** What a condition counts as. It is not known for the other conditions. */
const countedAs: Partial<Record<Condition, Counted>> = {
  up: 'up',
  down: 'down',
  pending: 'uncounted',
  inactive: 'uncounted',
};
const countedOf = (condition: Condition | null) => (condition && countedAs[condition]) ?? null;

/**
 * Returns the timeline of a monitor.
 *
 * @param changes the oldest first
 * @param present the monitor as the last recorded crawl showed it; null: not known
 */
export function timelineOf(
  changes: readonly ChangeOfState[],
  present: Pick<InventoryMonitor, 'condition' | 'maintenance_mode'> | null,
  rest: Pick<Timeline, 'from' | 'until' | 'unread'>,
): Timeline {
  const isMaintenance = present && (present.maintenance_mode === true ? 'on' : 'off');
  return {
    ...rest,
    condition: { steps: changes.flatMap(conditionStep), last: countedOf(present?.condition ?? null) },
    maintenance: { steps: maintenanceSteps(changes), last: isMaintenance },
  };
}

function conditionStep({ kind, from, to, condition_before }: ChangeOfState): Step<Counted>[] {
  if (kind === 'maintenance_on' || kind === 'maintenance_off') return [];
  return [{ from, to, before: kind === 'added' ? 'uncounted' : countedOf(condition_before) }];
}

function maintenanceSteps(changes: readonly ChangeOfState[]): Course<'on' | 'off'>['steps'] {
  const steps: Step<'on' | 'off'>[] = [];
  /** Null: not known. */
  let now: 'on' | 'off' | null = null;
  for (const { kind, from, to } of changes) {
    if (kind === 'maintenance_on') steps.push({ from, to, before: 'off' });
    else if (kind === 'maintenance_off') steps.push({ from, to, before: 'on' });
    // A monitor that is found again may be in maintenance.
    else if (kind === 'removed') steps.push({ from, to, before: now });
    else continue;
    now = kind === 'removed' ? null : kind === 'maintenance_on' ? 'on' : 'off';
  }
  return steps;
}

/**
 * Returns the changes of some monitors with the columns that a timeline needs, the oldest first.
 *
 * @param monitors their ids
 * @param since epoch ms: only changes that ended then or later
 */
async function changesOfState(
  db: Database['db'],
  monitors: readonly number[],
  since: number,
): Promise<(ChangeOfState & { monitor: number })[]> {
  // PostgreSQL has no empty lists.
  if (monitors.length === 0) return [];
  return (
    changesOfMonitors(db, monitors)
      .select(['kind', 'from', 'to', 'condition_before'])
      // With all kinds, the database finds the changes by the index of subject, kind and id.
      .where('kind', 'in', changeKinds)
      .where('to', '>=', since)
      .where(({ eb, or }) => or([eb('kind', '!=', 'edited'), eb('condition_before', 'is not', null)]))
      .orderBy('change.id')
      .execute()
  );
}

/** Returns the times in which monitors were not read, by the ids of the monitors. */
async function monitorGaps(
  db: Database['db'],
  monitors: readonly number[],
  since: number,
): Promise<Map<number, Gap[]>> {
  if (monitors.length === 0) return new Map();
  const gaps = db.selectFrom('monitor_gap').selectAll().where('monitor', 'in', monitors);
  return Map.groupBy(await gaps.where('to', '>=', since).execute(), ({ monitor }) => monitor);
}
