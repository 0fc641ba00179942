import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { HistoryChannel } from '../../shared/redis/history-channel.ts';
import { StoreError } from '../../store/store.ts';
import { type HistoryKeys, historyKeys } from './layout.ts';
import { emptyMark, type Mark, parseMark } from './mark.ts';
import { type MonitorEntry, newEntry, parseEntry } from './monitor-entry.ts';
import { createSubjects, type Subject } from './subjects.ts';

/** The last numbers given to changes, subjects and monitors, also by a reading that was not recorded to its end. */
interface Numbers {
  change: number;
  subject: number;
  monitor: number;
}

/** What the process that records knows. It is changed together with the commands for Redis, and dropped if they fail. */
export interface WriterState {
  /** The revision of the last write. */
  revision: number;
  mark: Mark;
  /** Whether Redis has no mark yet. */
  isNew: boolean;
  keys: HistoryKeys;
  numbers: Numbers;
  /** By UUID in lower case. */
  monitors: Map<string, MonitorEntry>;
  /** The UUIDs of those of them that the next step must write, because they have changed. */
  changed: Set<string>;
  subjects: Map<number, Subject>;
}

/** Number of fields of a hash read with one command. */
const AT_ONCE = 500;

const numbersSchema = z.tuple([z.number(), z.number(), z.number()]);

export function storedNumbers({ change, subject, monitor }: Numbers): string {
  return JSON.stringify([change, subject, monitor]);
}

/**
 * Reads what a writer must know, or begins an empty history.
 *
 * @param now epoch ms, which also keeps the numbers of revisions from repeating when Redis has restored old data
 * @throws StoreError `other_version`; FailureError `shared_state_unreachable`; ZodError, SyntaxError for anything else
 */
export async function loadWriter(channel: HistoryChannel, now: number): Promise<WriterState> {
  const { revision, mark: text, next } = await channel.readHead();
  const stored = text === null ? null : parseMark(text);
  if (stored === 'foreign') throw new StoreError('other_version');
  const epoch = Math.max(revision + 1, now);
  const mark = stored === null ? emptyMark(epoch) : { ...stored, epoch };
  const keys = historyKeys(channel, mark.generation);
  if (stored === null) {
    const numbers = { change: 0, subject: 0, monitor: 0 };
    return {
      revision,
      mark,
      isNew: true,
      keys,
      numbers,
      monitors: new Map(),
      changed: new Set(),
      subjects: new Map(),
    };
  }
  const [change, subject, monitor] = numbersSchema.parse(JSON.parse(next ?? '[0,0,0]'));
  const monitors = new Map<string, MonitorEntry>();
  for await (const { field, value } of scanHash(channel, keys.monitors)) {
    monitors.set(field, parseEntry(value));
  }
  // Also those that no reader needs any more, because they may still have to be deleted.
  const all = { epoch, subjects: subject, first: 0 };
  const subjects = new Map(await createSubjects(channel).upTo(keys, all));
  const numbers = { change, subject, monitor };
  return { revision, mark, isNew: false, keys, numbers, monitors, changed: new Set(), subjects };
}

/** Reads all fields of a hash, some at a time; a field can be repeated. */
export async function* scanHash(
  { run }: Pick<HistoryChannel, 'run'>,
  key: string,
): AsyncGenerator<{ field: string; value: string }> {
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const from: string = cursor;
    const page = await run((client) => client.hScan(key, from, { COUNT: AT_ONCE }));
    yield* page.entries;
    cursor = page.cursor === '0' ? null : page.cursor;
    await setImmediate();
  }
}

/** Returns what is known of a monitor, which is numbered when it is met for the first time. */
export function entryOf(state: WriterState, uuid: string): MonitorEntry {
  const name = uuid.toLowerCase();
  const known = state.monitors.get(name);
  if (known) return known;
  state.numbers.monitor += 1;
  const entry = newEntry(state.numbers.monitor);
  state.monitors.set(name, entry);
  state.changed.add(name);
  return entry;
}

/** The same for a caller that changes it. */
export function changedEntryOf(state: WriterState, uuid: string): MonitorEntry {
  state.changed.add(uuid.toLowerCase());
  return entryOf(state, uuid);
}
