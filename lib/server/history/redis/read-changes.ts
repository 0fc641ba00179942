import 'server-only';
import type { HistoryChannel } from '../../shared/redis/history-channel.ts';
import type { ChangeQuery, StoredChange } from '../history-store.ts';
import { findChanges } from './find-changes.ts';
import { historyKeys } from './layout.ts';
import type { Mark } from './mark.ts';
import { readRecords } from './read-records.ts';
import type { Subjects } from './subjects.ts';

/** Returns the changes of the recorded readings that match. What a reading that is being recorded shows is not returned yet. */
export async function readChanges(
  channel: Pick<HistoryChannel, 'run' | 'keyOf'>,
  kept: Subjects,
  mark: Mark,
  query: ChangeQuery,
): Promise<{ changes: StoredChange[]; next: number | null }> {
  const keys = historyKeys(channel, mark.generation);
  const subjects = await kept.upTo(keys, mark);
  const { sequences, next } = await findChanges(channel, keys, mark, subjects, query);
  const records = await readRecords(channel, keys, sequences);
  const changes = records.flatMap(({ sequence, record }): StoredChange[] => {
    const { kind, from, to, edits, endedBy } = record;
    const subject = subjects.get(record.subject);
    if (subject === undefined) return [];
    const lasted = endedBy !== null && endedBy > mark.last ? null : record.lasted;
    return [{ sequence, kind, from, to, edits, lasted, monitor: subject.fields }];
  });
  return { changes, next };
}
