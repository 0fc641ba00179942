import 'server-only';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, deflateRawSync, inflateRawSync } from 'node:zlib';
import { UnreadableError } from '../store/sqlite-problem.ts';
import { emptySlot, type Slot } from './slot.ts';

/** The slots of some monitors on one day: for each monitor (by its place) the slots by their number, 0 to 95. */
export type DaySlots = Map<number, Map<number, Slot>>;

/** The first byte, which tells how the rest is packed. Records of another version are rejected. */
const RECENT = 2;
const PAST = 3;

const compressSlowly = promisify(brotliCompress);

/** A list of numbers that are not negative, 7 bits a byte, the lowest first. */
class Numbers {
  readonly bytes: number[] = [];
  add(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('a slot cannot hold this number');
    let rest = value;
    while (rest >= 0x80) {
      this.bytes.push((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.bytes.push(rest);
  }
}

/** Positive and negative numbers, small ones as small numbers: 0, -1, 1, -2, 2 … */
const zigzag = (value: number): number => (value >= 0 ? value * 2 : -value * 2 - 1);
const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/** The ratio of two neighbouring response times on the scale in which they are kept. */
const RATIO = 1.05;
/** Response times on a scale of steps of 5 %, as nobody reads them more exactly: half the bytes. 0 stays 0. */
const toStep = (ms: number): number => Math.round(Math.log(ms + 1) / Math.log(RATIO));
const fromStep = (step: number): number => Math.round(RATIO ** step - 1);

/**
 * Predicts the next response time of a monitor, on the scale, so that only the difference must be kept: the last one for a
 * recent day, for a past one the mean, in which later ones count more.
 */
function createPredictor(version: number): { next(): number; learn(step: number): void } {
  let count = 0;
  let mean = 0;
  return {
    next: () => Math.round(mean),
    learn(step) {
      count += 1;
      const weight = version === RECENT ? 1 : Math.max(1 / count, 0.15);
      mean += (step - mean) * weight;
    },
  };
}

/**
 * Packs the slots of a day. Equal things stand together, so that they compress well: first which slots there are, then each
 * column for all of them. Response times are kept as mean and maximum, to within 2.5 % and a millisecond.
 */
export function packDay(day: DaySlots): Buffer {
  return Buffer.concat([Buffer.from([RECENT]), deflateRawSync(columnsOf(day, RECENT), { level: 9 })]);
}

/** Packs the slots of a day that is over: more tightly, in far more time, but in another thread. */
export async function packPastDay(day: DaySlots): Promise<Buffer> {
  return Buffer.concat([Buffer.from([PAST]), await compressSlowly(columnsOf(day, PAST))]);
}

/** The columns of a day, after their lengths. */
function columnsOf(day: DaySlots, version: number): Buffer {
  const columns = {
    place: new Numbers(),
    seen: new Numbers(),
    checks: new Numbers(),
    down: new Numbers(),
    untimed: new Numbers(),
    mean: new Numbers(),
    above: new Numbers(),
  };
  const { place, seen, checks, down, untimed, mean, above } = columns;
  place.add(day.size);
  for (const [monitor, slots] of day) {
    place.add(monitor);
    place.add(slots.size);
    let lastNumber = -1;
    const predictor = createPredictor(version);
    for (const [number, slot] of slots) {
      place.add(number - lastNumber - 1);
      lastNumber = number;
      seen.add(slot.seen);
      checks.add(slot.checks);
      down.add(slot.down);
      untimed.add(slot.checks - slot.timed);
      if (slot.timed === 0) continue;
      if (slot.sumMs < 0 || slot.maxMs < 0) throw new RangeError('a response time is negative');
      const own = toStep(slot.sumMs / slot.timed);
      mean.add(zigzag(own - predictor.next()));
      predictor.learn(own);
      above.add(Math.max(0, toStep(slot.maxMs) - own));
    }
  }
  const all = Object.values(columns);
  const lengths = new Numbers();
  for (const { bytes } of all) lengths.add(bytes.length);
  return Buffer.from([...lengths.bytes, ...all.flatMap(({ bytes }) => bytes)]);
}

/** Unpacks a day. @throws UnreadableError for anything that `packDay` and `packPastDay` have not written */
export function unpackDay(record: Uint8Array): DaySlots {
  const [version = 0] = record;
  const bytes = decompress(version, record.subarray(1));
  let position = 0;
  function read(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = bytes[position];
      if (byte === undefined) throw new UnreadableError('a day of slots is cut off');
      position += 1;
      value += (byte % 0x80) * factor;
      if (byte < 0x80) return value;
    }
  }
  const lengths = Array.from({ length: 7 }, read);
  let start = position;
  const readers = lengths.map((length) => {
    let own = start;
    start += length;
    return () => {
      position = own;
      const value = read();
      own = position;
      return value;
    };
  });
  if (start !== bytes.length) throw new UnreadableError('a day of slots has another length');
  const [place, seen, checks, down, untimed, mean, above] = readers;
  if (!place || !seen || !checks || !down || !untimed || !mean || !above)
    throw new UnreadableError('columns are missing');
  const day: DaySlots = new Map();
  const monitors = place();
  for (let n = 0; n < monitors; n += 1) {
    const slots = new Map<number, Slot>();
    day.set(place(), slots);
    const count = place();
    let number = -1;
    const predictor = createPredictor(version);
    for (let m = 0; m < count; m += 1) {
      number += place() + 1;
      const all = checks();
      const slot = { ...emptySlot, seen: seen(), checks: all, down: down(), timed: all - untimed() };
      if (slot.timed > 0) {
        const own = predictor.next() + unzigzag(mean());
        predictor.learn(own);
        slot.sumMs = fromStep(own) * slot.timed;
        slot.maxMs = fromStep(own + above());
      }
      slots.set(number, slot);
    }
  }
  return day;
}

function decompress(version: number, packed: Uint8Array): Buffer {
  try {
    if (version === RECENT) return inflateRawSync(packed);
    if (version === PAST) return brotliDecompressSync(packed);
  } catch (error) {
    throw new UnreadableError('a day of slots cannot be decompressed', { cause: error });
  }
  throw new UnreadableError('not a day of slots');
}
