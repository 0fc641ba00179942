import 'server-only';
import type { HistoryChannel } from '../../shared/redis/history-channel.ts';
import { type ChangeRecord, parseRecord } from './change-record.ts';
import { type HistoryKeys, RECORDS, recordsOf } from './layout.ts';

type Run = Pick<HistoryChannel, 'run'>;

/** Reads changes by their numbers, in one round trip. @returns in the same order; without those that are forgotten meanwhile */
export async function readRecords(
  { run }: Run,
  keys: HistoryKeys,
  sequences: readonly number[],
): Promise<{ sequence: number; record: ChangeRecord }[]> {
  const blocks = [...Map.groupBy(sequences, recordsOf)];
  const texts = await run((client) =>
    Promise.all(blocks.map(([block, some]) => client.hmGet(keys.records(block), some.map(String)))),
  );
  const found = new Map<number, ChangeRecord>();
  for (const [n, [, some]] of blocks.entries()) {
    for (const [m, sequence] of some.entries()) {
      const text = texts[n]?.[m];
      if (text) found.set(sequence, parseRecord(text));
    }
  }
  return sequences.flatMap((sequence) => {
    const record = found.get(sequence);
    return record ? [{ sequence, record }] : [];
  });
}

/** Reads all changes of a block, by number. */
export async function readBlock(
  { run }: Run,
  keys: HistoryKeys,
  block: number,
): Promise<Map<number, ChangeRecord>> {
  const fields = await run((client) => client.hGetAll(keys.records(block)));
  return new Map(Object.entries(fields).map(([sequence, text]) => [Number(sequence), parseRecord(text)]));
}

/**
 * Returns the number of the first change whose interval ended at or after a time: the ends are in the order of the numbers.
 *
 * @param last the last change that exists
 */
export async function firstAt(
  channel: Run,
  keys: HistoryKeys,
  instant: number,
  last: number,
): Promise<number> {
  const [found] = await channel.run((client) =>
    client.zRange(keys.times, `(${instant}`, '-inf', {
      BY: 'SCORE',
      REV: true,
      LIMIT: { offset: 0, count: 1 },
    }),
  );
  if (found === undefined) return 1;
  const block = Number(found);
  const records = [...(await readBlock(channel, keys, block))].sort(([a], [b]) => a - b);
  const first = records.find(([, { to }]) => to >= instant);
  return Math.min(first?.[0] ?? (block + 1) * RECORDS, last + 1);
}
