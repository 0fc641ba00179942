import 'server-only';
import { DAY_MS } from '../../../contract/history-days.ts';
import type { HistoryChannel } from '../../shared/redis/history-channel.ts';
import { SLOT_MS, SLOTS_A_DAY } from '../slot.ts';

/** Number of changes in one hash: as many as Redis packs densely by default. */
export const RECORDS = 128;
/** Number of changes in one part of the index: a multiple of `RECORDS`. */
export const INDEXED = 4096;
/** Bytes of a change in the index. */
export const INDEX_BYTES = 4;
/** Number of monitors whose slots of a day are stored together: they compress better. */
export const CHUNK = 16;

export const recordsOf = (sequence: number) => Math.floor(sequence / RECORDS);
export const indexOf = (sequence: number) => Math.floor(sequence / INDEXED);
export const chunkOf = (monitor: number) => Math.floor(monitor / CHUNK);
export const placeOf = (monitor: number) => monitor % CHUNK;
export const dayOf = (instant: number) => Math.floor(instant / DAY_MS);
export const slotNumberOf = (instant: number) => Math.floor(instant / SLOT_MS) % SLOTS_A_DAY;

/** The names of the keys of a history. The numbers of changes, subjects and monitors begin at 1. */
export interface HistoryKeys {
  /** A hash: the record of each change of a block of `RECORDS`, by its number (change-record.ts). */
  records(block: number): string;
  /** A sorted set: the blocks of records by the end of the interval of their first change, epoch ms. */
  times: string;
  /** A text: kind and subject of each change of a part of `INDEXED`, in the order of their numbers (change-record.ts). */
  index(part: number): string;
  /** A sorted set: the changes of a monitor by their number. */
  changesOf(monitor: number): string;
  /** A hash: monitors as they were at the time of changes, by number (subjects.ts). */
  subjects: string;
  /** A hash: what the writer knows of each monitor, by UUID in lower case (monitor-entry.ts). */
  monitors: string;
  /** A hash: what the next reading is compared with, by UUID in lower case: `[seenAt, monitor]`. */
  known: string;
  /** A hash: the slots of all monitors on a day, by chunk of `CHUNK` (slot-codec.ts). */
  slots(day: number): string;
  /** A sorted set: the days that have slots, by their number. */
  days: string;
  /** A hash: the last counted checks, by chunk: `[[place in the chunk, epoch ms], …]`. */
  checks: string;
  /** A sorted set: the slots of the fleet by their start (fleet-entry.ts). */
  fleet: string;
  /** A hash: bytes in use, estimated, by what is forgotten together: `index:…`, `day:…`, `monitors`. */
  sizes: string;
}

/** @param generation see `Mark` */
export function historyKeys({ keyOf }: Pick<HistoryChannel, 'keyOf'>, generation: number): HistoryKeys {
  const key = (name: string) => keyOf(`${generation}:${name}`);
  return {
    records: (block) => key(`records:${block}`),
    times: key('times'),
    index: (part) => key(`index:${part}`),
    changesOf: (monitor) => key(`of:${monitor}`),
    subjects: key('subjects'),
    monitors: key('monitors'),
    known: key('known'),
    slots: (day) => key(`slots:${day}`),
    days: key('days'),
    checks: key('checks'),
    fleet: key('fleet'),
    sizes: key('sizes'),
  };
}

/** The keys that are written to as long as something is recorded. */
export function lastingKeys(keys: HistoryKeys): string[] {
  const { times, subjects, monitors, known, days, checks, fleet, sizes } = keys;
  return [times, subjects, monitors, known, days, checks, fleet, sizes];
}
