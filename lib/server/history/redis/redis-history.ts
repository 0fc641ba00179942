import 'server-only';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { FailureError, isFailure } from '../../errors.ts';
import type { Lease } from '../../shared/leadership.ts';
import type { HistoryChannel } from '../../shared/redis/history-channel.ts';
import { StoreError } from '../../store/store.ts';
import type { HistoryStore, Recorded } from '../history-store.ts';
import type { SeenMonitor } from '../observation.ts';
import { RefusedWriteError } from '../refused-write.ts';
import { slotStart } from '../slot.ts';
import { parseStoredMonitor } from '../stored-monitor.ts';
import { appendCommands } from './append-changes.ts';
import { parseFleet, storedFleet } from './fleet-entry.ts';
import { findUnused, forgottenBlock, hideBefore, type Unused, unusedEntries } from './forget.ts';
import { historyKeys, lastingKeys } from './layout.ts';
import { type Mark, parseMark } from './mark.ts';
import { parseEntry } from './monitor-entry.ts';
import { readChanges } from './read-changes.ts';
import { readRecords } from './read-records.ts';
import { loadSlots, slicesOf, slotCommands, slotsOf } from './slots.ts';
import { createSubjects } from './subjects.ts';
import { createWriter, type Step } from './writer.ts';
import { scanHash, type WriterState } from './writer-state.ts';

/** The history of all replicas, and what is known of it. */
export interface RedisHistory extends HistoryStore {
  /** The mark that was seen last; null: nothing is stored; `foreign`: another version of Sightline has written. */
  mark(): Mark | null | 'foreign';
  /** Since when it has been that of another version, epoch ms; null: it is not. */
  foreignSince(): number | null;
}

/**
 * The history in Redis, which the leader writes and all replicas read (layout.ts). Reading functions throw FailureError
 * `shared_state_unreachable`, also for what another version of Sightline has written; writing ones RefusedWriteError, too.
 *
 * @param parts.keptMs how long a key is kept that belongs to a certain time
 * @param parts.forgottenMs how long all other keys are kept after the last reading
 */
export function createRedisHistory(parts: {
  channel: HistoryChannel;
  lease: Lease;
  clock: Clock;
  keptMs: number;
  forgottenMs: number;
  log: Pick<Logger, 'warn'>;
}): RedisHistory {
  const { channel, lease, clock, keptMs, forgottenMs, log } = parts;
  const subjects = createSubjects(channel);
  const writer = createWriter({ channel, lease, clock, onMark: adopt });
  let mark: Mark | null | 'foreign' = null;
  let hasWarned = false;
  let foreignSince: number | null = null;

  function adopt(next: typeof mark): void {
    mark = next;
    foreignSince = next === 'foreign' ? (foreignSince ?? clock.now()) : null;
    if (next === 'foreign') warnOfVersion();
  }

  function warnOfVersion(): void {
    if (!hasWarned) log.warn({ record: 'history' }, 'left a shared record of another version alone');
    hasWarned = true;
  }

  channel.onMark((text) => adopt(text === null ? null : parseMark(text)));

  /** Everything that cannot be parsed was written by another version. */
  async function guarded<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (isFailure(error) || error instanceof RefusedWriteError) throw error;
      warnOfVersion();
      throw new StoreError('other_version', error);
    }
  }

  /** Reads by the present mark. @param empty the result while nothing is stored */
  async function read<T>(empty: T, run: (mark: Mark) => Promise<T>): Promise<T> {
    if (mark === null) {
      // Whether nothing is stored is known only while Redis can be reached.
      await channel.readHead();
      return empty;
    }
    const present = mark;
    try {
      if (present === 'foreign') throw new StoreError('other_version');
      return await run(present);
    } catch (error) {
      if (isFailure(error)) throw error;
      warnOfVersion();
      throw new FailureError({ code: 'shared_state_unreachable' });
    }
  }

  async function load(): Promise<Recorded | null> {
    const state = await writer.load();
    const { at, until, completeAt } = state.mark;
    if (at === null || until === null) return null;
    const [last] = await readRecords(channel, state.keys, [state.numbers.change]);
    const monitors = await knownMonitors(state, at);
    const start = slotStart(at);
    const { lastChecks, open } = await loadSlots(channel, state, start);
    /** UUIDs as upstream writes them, by those in lower case. */
    const named = <T>(all: Map<string, T>) =>
      new Map([...all].map(([uuid, value]) => [names.get(uuid) ?? uuid, value]));
    const names = new Map([...monitors.keys()].map((uuid) => [uuid.toLowerCase(), uuid]));
    return {
      ...{ at, until, completeAt, monitors },
      changedUntil: last?.record.to ?? null,
      lastChecks: named(lastChecks),
      openSlot: open.size === 0 ? null : { at: start, slots: named(open) },
    };
  }

  async function knownMonitors({ keys }: WriterState, at: number): Promise<Map<string, SeenMonitor>> {
    const monitors = new Map<string, SeenMonitor>();
    for await (const { value } of scanHash(channel, keys.known)) {
      const comma = value.indexOf(',');
      const seenAt: unknown = JSON.parse(value.slice(1, comma));
      const monitor = parseStoredMonitor(value.slice(comma + 1, -1));
      monitors.set(monitor.monitor_uuid, { monitor, seenAt: typeof seenAt === 'number' ? seenAt : at });
    }
    return monitors;
  }

  function finishStep(
    state: WriterState,
    { at, until, completeAt, fleet }: Parameters<HistoryStore['finish']>[0],
  ): Step {
    const { keys, numbers } = state;
    const start = String(fleet.at);
    return {
      mark: {
        ...state.mark,
        ...{ at, until, completeAt },
        ...{ last: numbers.change, subjects: numbers.subject },
      },
      commands: [
        ['ZREMRANGEBYSCORE', keys.fleet, start, start],
        ['ZADD', keys.fleet, start, storedFleet(fleet)],
        ...lastingKeys(keys).map((key) => ['PEXPIRE', key, String(forgottenMs)]),
      ],
    };
  }

  return {
    mark: () => mark,
    foreignSince: () => foreignSince,
    load: () => guarded(load),
    append: (batch) =>
      guarded(async () => {
        await writer.write((state) => ({ mark: null, commands: appendCommands(state, batch, keptMs) }));
      }),
    finish: (end) => guarded(async () => void (await writer.write((state) => finishStep(state, end)))),
    clampTo: null,
    packPast: null,
    saveSlots: (at, entries) =>
      guarded(async () => {
        let left = [...entries];
        while (left.length > 0) {
          await writer.write(async (state) => {
            // The chunks are those of the present state, which another step may have changed.
            const [slice = []] = slicesOf(state, left);
            const written = new Set(slice.flatMap(([, some]) => some));
            left = left.filter((entry) => !written.has(entry));
            return { mark: null, commands: await slotCommands(channel, state, at, slice, keptMs) };
          });
          await setImmediate();
        }
      }),
    changes: (query) =>
      read({ changes: [], next: null }, (present) => readChanges(channel, subjects, present, query)),
    slots: (uuid, since) =>
      read(null, async ({ generation }) => {
        const keys = historyKeys(channel, generation);
        const text = await channel.run((client) => client.hGet(keys.monitors, uuid.toLowerCase()));
        return text === null ? null : slotsOf(channel, keys, parseEntry(text).id, since);
      }),
    fleet: (since, limit) =>
      read([], async ({ generation }) => {
        const { fleet } = historyKeys(channel, generation);
        const all = await channel.run((client) =>
          client.zRange(fleet, since, '+inf', {
            BY: 'SCORE',
            ...(limit === undefined ? {} : { LIMIT: { offset: 0, count: limit } }),
          }),
        );
        return all.map(parseFleet);
      }),
    forget: (before, isShortened = false) =>
      guarded(async () => {
        const hide = (state: WriterState) =>
          state.mark.at === null ? null : hideBefore(channel, state, before, isShortened);
        if (!(await writer.write(hide))) return;
        while (await writer.write((state) => forgottenBlock(channel, state)));
        let unused: Unused | null = null;
        await writer.write(async (state) => {
          unused = await findUnused(state);
          return null;
        });
        while (await writer.write((state) => unused && unusedEntries(state, unused)));
      }),
    shortenedTo: () => (mark === null || mark === 'foreign' ? null : mark.shortenedTo),
    size: () =>
      read(0, async ({ generation }) => {
        const { sizes } = historyKeys(channel, generation);
        const all = await channel.run((client) => client.hVals(sizes));
        return all.reduce((sum, bytes) => sum + Number(bytes), 0);
      }),
    close: async () => {},
  };
}
