import 'server-only';
import type { HistoryChannel } from '../../shared/redis/history-channel.ts';
import type { Command } from '../../shared/redis/scripts.ts';
import { shortenedAfter } from '../history-store.ts';
import { inTurns } from '../in-turns.ts';
import { slotStart } from '../slot.ts';
import { dayOf, INDEXED, indexOf, RECORDS, recordsOf } from './layout.ts';
import type { Mark } from './mark.ts';
import { firstAt, readBlock } from './read-records.ts';
import type { Step } from './writer.ts';
import type { WriterState } from './writer-state.ts';

type Run = Pick<HistoryChannel, 'run'>;

/** Number of monitors and subjects that are forgotten in one step. */
const AT_ONCE = 200;
/** Number of them that are examined before the event loop runs again. */
const ENTRIES_PER_TURN = 2000;

/**
 * Ends what readers see of the time before, and deletes its days of slots. The changes are not shown any more from then on,
 * and deleted by `forgottenBlock` and `unusedEntries`.
 */
export async function hideBefore(
  channel: Run,
  { keys, mark, numbers }: WriterState,
  before: number,
  isShortened: boolean,
): Promise<Step> {
  const first = Math.max(mark.first, await firstAt(channel, keys, before, numbers.change));
  const days = await channel.run((client) =>
    client.zRange(keys.days, '-inf', `(${dayOf(before)}`, { BY: 'SCORE' }),
  );
  const sizes = days.map((day) => `day:${day}`);
  return {
    mark: { ...mark, first, shortenedTo: shortenedAfter(mark.shortenedTo, before, isShortened) },
    commands: [
      ['ZREMRANGEBYSCORE', keys.fleet, '-inf', `(${slotStart(before)}`],
      ...(days.length === 0
        ? []
        : [
            ['UNLINK', ...days.map((day) => keys.slots(Number(day)))],
            ['ZREM', keys.days, ...days],
            ['HDEL', keys.sizes, ...sizes],
          ]),
    ],
  };
}

/** Deletes the oldest block of changes, if all of them are forgotten. @returns null: there is none */
export async function forgottenBlock(channel: Run, state: WriterState): Promise<Step | null> {
  const { keys, mark, subjects } = state;
  const [oldest] = await channel.run((client) => client.zRange(keys.times, 0, 0));
  if (oldest === undefined || Number(oldest) >= recordsOf(mark.first)) return null;
  const block = Number(oldest);
  const records = await readBlock(channel, keys, block);
  const monitors = new Set(
    [...records.values()].flatMap(({ subject }) => subjects.get(subject)?.monitor ?? []),
  );
  const end = (block + 1) * RECORDS;
  const part = indexOf(end - 1);
  const isPartOver = end === (part + 1) * INDEXED;
  return {
    mark: null,
    commands: [
      ['UNLINK', keys.records(block)],
      ['ZREM', keys.times, oldest],
      ...[...monitors].map((monitor) => ['ZREMRANGEBYSCORE', keys.changesOf(monitor), '-inf', `(${end}`]),
      ...(isPartOver
        ? [
            ['UNLINK', keys.index(part)],
            ['HDEL', keys.sizes, `index:${part}`],
          ]
        : []),
    ],
  };
}

/** What was found to be needed by no remembered change, as far as it is not deleted yet. */
export interface Unused {
  /** See `Mark`: in another one the numbers can mean something else. */
  epoch: Mark['epoch'];
  /** Numbers of subjects. */
  subjects: number[];
  /** UUIDs of monitors, in lower case. */
  monitors: string[];
}

/** Finds the subjects and monitors that no remembered change needs. The caller must prevent writes meanwhile. */
export async function findUnused({ mark, monitors, subjects }: WriterState): Promise<Unused> {
  const unused: Unused = { epoch: mark.epoch, subjects: [], monitors: [] };
  const ends = new Map<number, number>();
  for await (const some of inTurns(monitors, ENTRIES_PER_TURN)) {
    for (const [uuid, { id, last, exists, subject }] of some) {
      ends.set(id, last + 1);
      if (last < mark.first && (!exists || subject !== 0)) unused.monitors.push(uuid);
    }
  }
  // The next subject of a monitor begins where the one before ends.
  for await (const some of inTurns([...subjects].reverse(), ENTRIES_PER_TURN)) {
    for (const [number, { monitor, since }] of some) {
      if ((ends.get(monitor) ?? 0) <= mark.first) unused.subjects.push(number);
      ends.set(monitor, since);
    }
  }
  return unused;
}

/**
 * Deletes some of what was found to be unused, unless it has been used again: subjects of which no change is remembered, and
 * monitors that do not exist any more and of which none is.
 *
 * @returns null: there is no more
 */
export function unusedEntries(state: WriterState, unused: Unused): Step | null {
  const { keys, mark, monitors, subjects } = state;
  if (unused.epoch !== mark.epoch) return null;
  const subjectsNow = unused.subjects.splice(0, AT_ONCE);
  const monitorsNow = unused.monitors.splice(0, AT_ONCE - subjectsNow.length);
  if (subjectsNow.length + monitorsNow.length === 0) return null;
  const commands: Command[] = [];
  for (const number of subjectsNow) {
    const entry = monitors.get(subjects.get(number)?.fields.monitor_uuid.toLowerCase() ?? '');
    if (entry?.subject === number && entry.last >= mark.first) continue;
    subjects.delete(number);
    commands.push(['HDEL', keys.subjects, String(number)]);
  }
  for (const uuid of monitorsNow) {
    const entry = monitors.get(uuid);
    if (entry === undefined || entry.last >= mark.first) continue;
    if (entry.exists) entry.subject = 0;
    else {
      monitors.delete(uuid);
      commands.push(['HDEL', keys.monitors, uuid]);
    }
    state.changed.add(uuid);
  }
  return { mark: null, commands };
}
