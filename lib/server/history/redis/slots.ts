import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { RESP_TYPES } from '@redis/client';
import { z } from 'zod';
import { DAY_MS } from '../../../contract/history-days.ts';
import type { HistoryChannel } from '../../shared/redis/history-channel.ts';
import type { Command } from '../../shared/redis/scripts.ts';
import type { SlotEntry } from '../history-store.ts';
import { SLOT_MS, type Slot } from '../slot.ts';
import { type DaySlots, packDay, unpackDay } from '../slot-codec.ts';
import { CHUNK, chunkOf, dayOf, type HistoryKeys, placeOf, slotNumberOf } from './layout.ts';
import { setFields } from './set-fields.ts';
import { entryOf, type WriterState } from './writer-state.ts';

/** Number of chunks that are read or written with one command. */
const CHUNKS_AT_ONCE = 16;

const checksSchema = z.array(z.tuple([z.number(), z.number()]));

type Run = Pick<HistoryChannel, 'run'>;

async function readChunks(
  { run }: Run,
  keys: HistoryKeys,
  day: number,
  chunks: readonly number[],
): Promise<(Buffer | null)[]> {
  return run((client) =>
    client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).hmGet(keys.slots(day), chunks.map(String)),
  );
}

async function readChecks(
  { run }: Run,
  keys: HistoryKeys,
  chunks: readonly number[],
): Promise<Map<number, number>[]> {
  const texts = await run((client) => client.hmGet(keys.checks, chunks.map(String)));
  return texts.map((text) => new Map(checksSchema.parse(JSON.parse(text ?? '[]'))));
}

/** Groups the entries of a slot by chunk, and numbers monitors that are not known yet. */
export function slicesOf(state: WriterState, entries: readonly SlotEntry[]): [number, SlotEntry[]][][] {
  const chunks = [...Map.groupBy(entries, ({ uuid }) => chunkOf(entryOf(state, uuid).id))];
  const slices: [number, SlotEntry[]][][] = [];
  for (let n = 0; n < chunks.length; n += CHUNKS_AT_ONCE) slices.push(chunks.slice(n, n + CHUNKS_AT_ONCE));
  return slices;
}

/** Returns the commands that store some chunks of a slot together with the last checks of their monitors. */
export async function slotCommands(
  channel: Run,
  state: WriterState,
  at: number,
  slice: readonly [number, SlotEntry[]][],
  keptMs: number,
): Promise<Command[]> {
  const { keys } = state;
  const chunks = slice.map(([chunk]) => chunk);
  const day = dayOf(at);
  const [stored, checks] = await Promise.all([
    readChunks(channel, keys, day, chunks),
    readChecks(channel, keys, chunks),
  ]);
  const packed: (string | Buffer)[] = [];
  const checkFields: string[] = [];
  let grown = 0;
  for (const [n, [chunk, entries]] of slice.entries()) {
    const before = stored[n];
    const slots = before ? unpackDay(before) : new Map();
    const last = checks[n] ?? new Map<number, number>();
    for (const { uuid, slot, lastCheck } of entries) {
      const place = placeOf(entryOf(state, uuid).id);
      setSlot(slots, place, slotNumberOf(at), slot);
      if (lastCheck !== null) last.set(place, lastCheck);
    }
    const bytes = packDay(slots);
    grown += bytes.length - (before?.length ?? 0);
    packed.push(String(chunk), bytes);
    checkFields.push(String(chunk), JSON.stringify([...last]));
    await setImmediate();
  }
  const key = keys.slots(day);
  return [
    ...setFields(key, packed),
    ['PEXPIRE', key, String(keptMs)],
    ...setFields(keys.checks, checkFields),
    ['ZADD', keys.days, String(day), String(day)],
    ['HINCRBY', keys.sizes, `day:${day}`, String(grown)],
  ];
}

function setSlot(day: DaySlots, place: number, number: number, slot: Slot): void {
  const slots = day.get(place) ?? new Map<number, Slot>();
  slots.set(number, slot);
  // In the order of their numbers, also when an earlier slot is written late.
  day.set(place, new Map([...slots].sort(([a], [b]) => a - b)));
}

/** Returns the slots of a monitor, the oldest first. */
export async function slotsOf(
  { run }: Run,
  keys: HistoryKeys,
  monitor: number,
  since: number,
): Promise<{ at: number; slot: Slot }[]> {
  const days = await run((client) => client.zRange(keys.days, dayOf(since), '+inf', { BY: 'SCORE' }));
  const chunk = String(chunkOf(monitor));
  const bodies = await run((client) => {
    const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
    return Promise.all(days.map((day) => binary.hGet(keys.slots(Number(day)), chunk)));
  });
  return bodies.flatMap((body, n) => {
    const slots = body === null ? [] : (unpackDay(body).get(placeOf(monitor)) ?? []);
    const start = Number(days[n]) * DAY_MS;
    return [...slots]
      .map(([number, slot]) => ({ at: start + number * SLOT_MS, slot }))
      .filter(({ at }) => at >= since);
  });
}

/** Reads the last checks of all monitors, and their slots that begin at a time, both by UUID in lower case. */
export async function loadSlots(channel: Run, { keys, monitors, numbers }: WriterState, start: number) {
  const uuids = new Map([...monitors].map(([uuid, { id }]) => [id, uuid]));
  const lastChecks = new Map<string, number>();
  const open = new Map<string, Slot>();
  for (let chunk = 0; chunk <= chunkOf(numbers.monitor); chunk += CHUNKS_AT_ONCE) {
    const chunks = Array.from({ length: CHUNKS_AT_ONCE }, (_, n) => chunk + n);
    const [bodies, checks] = await Promise.all([
      readChunks(channel, keys, dayOf(start), chunks),
      readChecks(channel, keys, chunks),
    ]);
    for (const [n, number] of chunks.entries()) {
      const uuidAt = (place: number) => uuids.get(number * CHUNK + place);
      const body = bodies[n];
      for (const [place, slots] of body ? unpackDay(body) : []) {
        const [uuid, slot] = [uuidAt(place), slots.get(slotNumberOf(start))];
        if (uuid !== undefined && slot !== undefined) open.set(uuid, slot);
      }
      for (const [place, at] of checks[n] ?? []) {
        const uuid = uuidAt(place);
        if (uuid !== undefined) lastChecks.set(uuid, at);
      }
    }
    await setImmediate();
  }
  return { lastChecks, open };
}
