import 'server-only';
import { z } from 'zod';
import { type ChangeRecord, parseRecord, storedRecord } from './change-record.ts';

/** A change that has begun something that lasts. */
interface OpenSpan {
  sequence: number;
  record: ChangeRecord;
}

/** What the writer knows of a monitor. */
export interface MonitorEntry {
  id: number;
  /** The number of its last subject; 0: it has none. */
  subject: number;
  /** The number of its last change; 0: it has none. */
  last: number;
  /** Whether it existed at the last reading. */
  exists: boolean;
  open: Record<'condition' | 'maintenance', OpenSpan | null>;
}

const spanSchema = z.tuple([z.number(), z.string()]).nullable();
const entrySchema = z.tuple([z.number(), z.number(), z.number(), z.boolean(), spanSchema, spanSchema]);

export const newEntry = (id: number): MonitorEntry => ({
  id,
  subject: 0,
  last: 0,
  exists: false,
  open: { condition: null, maintenance: null },
});

export function storedEntry({ id, subject, last, exists, open }: MonitorEntry): string {
  const span = (one: OpenSpan | null) => one && [one.sequence, storedRecord(one.record)];
  return JSON.stringify([id, subject, last, exists, span(open.condition), span(open.maintenance)]);
}

/** @throws ZodError, SyntaxError for anything that `storedEntry` has not written */
export function parseEntry(text: string): MonitorEntry {
  const [id, subject, last, exists, condition, maintenance] = entrySchema.parse(JSON.parse(text));
  const span = (one: z.infer<typeof spanSchema>) => one && { sequence: one[0], record: parseRecord(one[1]) };
  return { id, subject, last, exists, open: { condition: span(condition), maintenance: span(maintenance) } };
}
