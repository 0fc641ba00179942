import 'server-only';
import type { Command } from '../../shared/redis/scripts.ts';
import { DELETED_CHECKS } from '../edits-of.ts';
import type { ReadingBatch } from '../history-store.ts';
import type { ObservedChange } from '../monitor-changes.ts';
import { lastedBetween, spansOf } from '../spans.ts';
import { storedMonitor } from '../stored-monitor.ts';
import { type ChangeRecord, indexEntry, storedRecord } from './change-record.ts';
import { INDEX_BYTES, INDEXED, indexOf, RECORDS, recordsOf } from './layout.ts';
import type { MonitorEntry } from './monitor-entry.ts';
import { setFields } from './set-fields.ts';
import { isSubject, storedSubject, subjectOf } from './subjects.ts';
import { changedEntryOf, type WriterState } from './writer-state.ts';

/** Bytes that Redis takes for a change in addition to its record, approximately. */
const CHANGE_BYTES = 30;

/** What a batch adds to Redis, collected before it becomes commands. */
interface Additions {
  records: Map<number, ChangeRecord>;
  subjects: [number, string][];
  /** Changes by the number of their monitor. */
  byMonitor: Map<number, number[]>;
}

/**
 * Returns the commands that store a batch, and updates the state.
 *
 * @param keptMs how long a key is kept that belongs to a certain time
 */
export function appendCommands(state: WriterState, batch: ReadingBatch, keptMs: number): Command[] {
  const { keys } = state;
  const first = state.numbers.change + 1;
  const added: Additions = { records: new Map(), subjects: [], byMonitor: new Map() };
  for (const change of batch.changes) {
    addChange(state, added, change, changedEntryOf(state, change.monitor.monitor_uuid));
  }
  for (const { monitor } of batch.known) changedEntryOf(state, monitor.monitor_uuid).exists = true;
  for (const uuid of batch.removed) changedEntryOf(state, uuid).exists = false;
  const known = batch.known.flatMap(({ monitor, seenAt }) => [
    monitor.monitor_uuid.toLowerCase(),
    `[${seenAt},${storedMonitor(monitor)}]`,
  ]);
  return [
    ...setFields(keys.known, known),
    ...(batch.removed.length === 0
      ? []
      : [['HDEL', keys.known, ...batch.removed.map((uuid) => uuid.toLowerCase())]]),
    ...setFields(
      keys.subjects,
      added.subjects.flatMap(([number, text]) => [String(number), text]),
    ),
    ...recordCommands(state, added, first, keptMs),
  ];
}

function addChange(state: WriterState, added: Additions, change: ObservedChange, entry: MonitorEntry): void {
  const { kind, from, to, edits, monitor } = change;
  state.numbers.change += 1;
  const sequence = state.numbers.change;
  const current = state.subjects.get(entry.subject);
  if (current === undefined || !isSubject(current, monitor)) {
    state.numbers.subject += 1;
    entry.subject = state.numbers.subject;
    const subject = subjectOf(entry.id, sequence, monitor);
    state.subjects.set(entry.subject, subject);
    added.subjects.push([entry.subject, storedSubject(subject)]);
  }
  const { ends, begins } = spansOf(kind, edits?.[DELETED_CHECKS] !== undefined);
  let ended: ChangeRecord['lasted'] = null;
  for (const span of ends) {
    const begun = entry.open[span];
    entry.open[span] = null;
    if (begun === null || begun.sequence < state.mark.first) continue;
    const lasted = lastedBetween(begun.record, change);
    added.records.set(begun.sequence, { ...begun.record, lasted, endedBy: sequence });
    ended ??= lasted;
  }
  const record = { kind, subject: entry.subject, from, to, edits, endedBy: null };
  // Of a change that begins something, it is set when that ends.
  added.records.set(sequence, { ...record, lasted: begins === null ? ended : null });
  if (begins !== null) entry.open[begins] = { sequence, record: { ...record, lasted: null } };
  entry.last = sequence;
  added.byMonitor.set(entry.id, [...(added.byMonitor.get(entry.id) ?? []), sequence]);
}

/** @param first the number of the first new change */
function recordCommands(state: WriterState, added: Additions, first: number, keptMs: number): Command[] {
  const { keys } = state;
  const kept = String(keptMs);
  const commands: Command[] = [];
  const blocks = Map.groupBy(added.records, ([sequence]) => recordsOf(sequence));
  for (const [block, records] of blocks) {
    const fields = records.flatMap(([sequence, record]) => [String(sequence), storedRecord(record)]);
    commands.push(...setFields(keys.records(block), fields), ['PEXPIRE', keys.records(block), kept]);
    const [begin] = records.filter(([sequence]) => sequence === 1 || sequence % RECORDS === 0);
    if (begin) commands.push(['ZADD', keys.times, String(begin[1].to), String(block)]);
  }
  for (const [monitor, sequences] of added.byMonitor) {
    const members = sequences.flatMap((sequence) => [String(sequence), String(sequence)]);
    const key = keys.changesOf(monitor);
    commands.push(['ZADD', key, ...members], ['PEXPIRE', key, kept]);
  }
  const newRecords = [...added.records].filter(([sequence]) => sequence >= first);
  for (const [part, records] of Map.groupBy(newRecords, ([sequence]) => indexOf(sequence))) {
    const key = keys.index(part);
    const start = Math.min(...records.map(([sequence]) => sequence));
    if (start === 1 || start % INDEXED === 0) {
      // The complete length at once, because Redis reserves twice the length for a text that grows.
      commands.push(['SETRANGE', key, String((INDEXED - 1) * INDEX_BYTES), Buffer.alloc(INDEX_BYTES)]);
    }
    const entries = Buffer.alloc(records.length * INDEX_BYTES);
    let bytes = 0;
    for (const [sequence, record] of records) {
      entries.writeUInt32LE(indexEntry(record), (sequence - start) * INDEX_BYTES);
      bytes += storedRecord(record).length + CHANGE_BYTES;
    }
    const offset = (start % INDEXED) * INDEX_BYTES;
    commands.push(['SETRANGE', key, String(offset), entries], ['PEXPIRE', key, kept]);
    commands.push(['HINCRBY', keys.sizes, `index:${part}`, String(bytes)]);
  }
  return commands;
}
