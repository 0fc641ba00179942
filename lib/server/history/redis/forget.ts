import 'server-only';
import type { HistoryChannel } from '../../shared/redis/history-channel.ts';
import type { Command } from '../../shared/redis/scripts.ts';
import { shortenedAfter } from '../history-store.ts';
import { slotStart } from '../slot.ts';
import { dayOf, INDEXED, indexOf, RECORDS, recordsOf } from './layout.ts';
import { firstAt, readBlock } from './read-records.ts';
import type { Step } from './writer.ts';
import type { WriterState } from './writer-state.ts';

type Run = Pick<HistoryChannel, 'run'>;

/** Number of monitors and subjects that are forgotten in one step. */
const AT_ONCE = 200;

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

/**
 * Deletes some subjects of which no change is remembered, and some monitors that do not exist any more and of which none is.
 *
 * @returns null: there are no more
 */
export function unusedEntries(state: WriterState): Step | null {
  const { keys, mark, monitors, subjects } = state;
  const commands: Command[] = [];
  /** The subject that comes next for the same monitor, by the number of the monitor. */
  const later = new Map<number, number>();
  const lastOf = new Map([...monitors.values()].map(({ id, last }) => [id, last]));
  for (const [number, { monitor, since }] of [...subjects].reverse()) {
    const lastUse = (later.get(monitor) ?? (lastOf.get(monitor) ?? 0) + 1) - 1;
    later.set(monitor, since);
    if (lastUse >= mark.first || commands.length >= AT_ONCE) continue;
    subjects.delete(number);
    commands.push(['HDEL', keys.subjects, String(number)]);
  }
  for (const [uuid, entry] of monitors) {
    if (entry.last >= mark.first || commands.length >= AT_ONCE) continue;
    if (!entry.exists) {
      monitors.delete(uuid);
      state.changed.add(uuid);
      commands.push(['HDEL', keys.monitors, uuid]);
    } else if (entry.subject !== 0) {
      entry.subject = 0;
      state.changed.add(uuid);
    }
  }
  return commands.length + state.changed.size === 0 ? null : { mark: null, commands };
}
