import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { RESP_TYPES } from '@redis/client';
import type { HistoryChannel } from '../../shared/redis/history-channel.ts';
import type { ChangeQuery } from '../history-store.ts';
import { entryFilter, indexEntry } from './change-record.ts';
import { type HistoryKeys, INDEX_BYTES, INDEXED, indexOf } from './layout.ts';
import type { Mark } from './mark.ts';
import { firstAt, readRecords } from './read-records.ts';
import { matchesSubject, type Subject } from './subjects.ts';

/** The numbers of matching changes, the newest first. `next`: the number to go on before; null: there are no more. */
interface Found {
  sequences: number[];
  next: number | null;
}

/** The numbers to search: from `least` to below `start`. */
interface Range {
  least: number;
  start: number;
  limit: number;
}

/** The changes of more monitors are not merged: then most of the newest changes match anyway. */
const MONITORS_MAX = 50;
/** Number of round trips after which a search ends, and is continued by the next page. */
const ROUNDS_MAX = 16;
/** Number of parts of the index that are read with one command: the newest often suffice. */
const PARTS_AT_ONCE = [1, 3, 12, 24] as const;

type Run = Pick<HistoryChannel, 'run'>;

/** Finds changes with few round trips, each of which keeps Redis busy for well under a millisecond. */
export async function findChanges(
  channel: Run,
  keys: HistoryKeys,
  mark: Mark,
  subjects: ReadonlyMap<number, Subject>,
  query: ChangeQuery,
): Promise<Found> {
  const [since, until] = await Promise.all(
    [query.since, query.until].map((instant) =>
      instant === undefined ? null : firstAt(channel, keys, instant, mark.last),
    ),
  );
  const range = {
    least: Math.max(mark.first, since ?? 0),
    start: Math.min(query.before ?? Number.POSITIVE_INFINITY, until ?? mark.last + 1, mark.last + 1),
    limit: query.limit,
  };
  if (range.start <= range.least) return { sequences: [], next: null };
  const matching = subjectsMatching(subjects, query);
  if (matching === null && query.kinds === undefined) return newest(range);
  const monitors = matching && new Set([...matching.values()].map(({ monitor }) => monitor));
  const isMatch = entryFilter({ kinds: query.kinds ?? null, subjects: matching && new Set(matching.keys()) });
  if (monitors === null || monitors.size > MONITORS_MAX) return scanIndex(channel, keys, range, isMatch);
  return mergeMonitors(channel, keys, range, [...monitors], isMatch);
}

/** The subjects that match; null: all. */
function subjectsMatching(
  subjects: ReadonlyMap<number, Subject>,
  query: ChangeQuery,
): Map<number, Subject> | null {
  const { types, regions, words, uuid } = query;
  if (types === undefined && regions === undefined && words === undefined && uuid === undefined) return null;
  return new Map([...subjects].filter(([, subject]) => matchesSubject(subject, query)));
}

function newest({ least, start, limit }: Range): Found {
  const end = Math.max(least, start - limit);
  const sequences = Array.from({ length: start - end }, (_, n) => start - 1 - n);
  return { sequences, next: end > least ? end : null };
}

/** A page of what was found. @param searchedTo all changes from this one on were searched; `least`: all */
function page(found: readonly number[], searchedTo: number, { least, limit }: Range): Found {
  const sequences = found.slice(0, limit);
  // One more has been found than is returned, or the search has ended early.
  if (found.length > limit) return { sequences, next: sequences.at(-1) ?? null };
  return { sequences, next: searchedTo > least ? searchedTo : null };
}

/** Goes through the index, the newest changes first. */
async function scanIndex(
  { run }: Run,
  keys: HistoryKeys,
  range: Range,
  isMatch: (entry: number) => boolean,
): Promise<Found> {
  const { least, limit } = range;
  const found: number[] = [];
  let { start } = range;
  for (let round = 0; round < ROUNDS_MAX && start > least; round += 1) {
    const last = indexOf(start - 1);
    const count = PARTS_AT_ONCE[Math.min(round, PARTS_AT_ONCE.length - 1)] ?? 1;
    const first = Math.max(indexOf(least), last - count + 1);
    const parts = Array.from({ length: last - first + 1 }, (_, n) => last - n);
    const bytes = await run((client) =>
      client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).mGet(parts.map(keys.index)),
    );
    const end = Math.max(least, first * INDEXED);
    for (let sequence = start - 1; sequence >= end && found.length <= limit; sequence -= 1) {
      const part = bytes[last - indexOf(sequence)];
      const entry = part?.readUInt32LE((sequence % INDEXED) * INDEX_BYTES) ?? 0;
      if (entry !== 0 && isMatch(entry)) found.push(sequence);
    }
    if (found.length > limit) break;
    start = end;
    await setImmediate();
  }
  return page(found, start, range);
}

/** Merges the newest changes of some monitors. */
async function mergeMonitors(
  channel: Run,
  keys: HistoryKeys,
  range: Range,
  monitors: readonly number[],
  isMatch: (entry: number) => boolean,
): Promise<Found> {
  const { least, limit } = range;
  const found: number[] = [];
  let { start } = range;
  if (monitors.length === 0) return page(found, least, range);
  const count = Math.min(limit + 1, Math.max(8, Math.ceil((2 * limit) / monitors.length)));
  for (let round = 0; round < ROUNDS_MAX && start > least; round += 1) {
    const before = `(${start}`;
    const lists = await channel.run((client) =>
      Promise.all(
        monitors.map((monitor) =>
          client.zRange(keys.changesOf(monitor), before, least, {
            BY: 'SCORE',
            REV: true,
            LIMIT: { offset: 0, count },
          }),
        ),
      ),
    );
    // Below the last change of a list that is cut off, there can be more of its monitor.
    const ends = lists.map((list) => (list.length < count ? least : Number(list.at(-1))));
    const searchedTo = Math.max(...ends);
    const candidates = lists
      .flat()
      .map(Number)
      .filter((sequence) => sequence >= searchedTo)
      .sort((a, b) => b - a);
    for (const { sequence, record } of await readRecords(channel, keys, candidates)) {
      if (isMatch(indexEntry(record))) found.push(sequence);
    }
    start = searchedTo;
    if (found.length > limit) break;
  }
  return page(found, start, range);
}
