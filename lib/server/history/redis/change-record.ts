import 'server-only';
import { z } from 'zod';
import { type ChangeKind, changeKinds, type Edits } from '../../../contract/changes.ts';
import type { Lasted } from '../history-store.ts';

/** The numbers of the kinds in Redis. They never change, and are below 16. */
const codes: Record<ChangeKind, number> = {
  down: 1,
  recovered: 2,
  overdue: 3,
  reporting_again: 4,
  first_check: 5,
  added: 6,
  removed: 7,
  edited: 8,
  deactivated: 9,
  activated: 10,
  maintenance_on: 11,
  maintenance_off: 12,
  status_unknown: 13,
};
const kinds = new Map(changeKinds.map((kind) => [codes[kind], kind]));

/** A change as it is stored. Times are epoch ms. */
export interface ChangeRecord {
  kind: ChangeKind;
  subject: number;
  from: number;
  to: number;
  lasted: Lasted | null;
  /** The number of the later change that has ended what this one began. */
  endedBy: number | null;
  edits: Edits | null;
}

const optional = z.number().nullable().optional();
const recordSchema = z.tuple([
  z.number().transform((code, context) => {
    const kind = kinds.get(code);
    if (kind !== undefined) return kind;
    context.addIssue('unknown kind');
    return z.NEVER;
  }),
  z.number(),
  z.number(),
  z.number(),
  optional,
  optional,
  optional,
  z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })).optional(),
]);

/** Serializes a change: most take less than the 64 bytes up to which Redis packs the values of a hash densely. */
export function storedRecord({ kind, subject, from, to, lasted, endedBy, edits }: ChangeRecord): string {
  const all = [codes[kind], subject, to, to - from, lasted?.atLeastS ?? null, lasted?.atMostS ?? null];
  if (edits !== null) return JSON.stringify([...all, endedBy, edits]);
  if (endedBy !== null) return JSON.stringify([...all, endedBy]);
  return JSON.stringify(lasted === null ? all.slice(0, 4) : all);
}

/** @throws ZodError, SyntaxError for anything that `storedRecord` has not written */
export function parseRecord(text: string): ChangeRecord {
  const [kind, subject, to, took, least, most, endedBy, edits] = recordSchema.parse(JSON.parse(text));
  const isOver = typeof least === 'number' && typeof most === 'number';
  return {
    kind,
    subject,
    from: to - took,
    to,
    lasted: isOver ? { atLeastS: least, atMostS: most } : null,
    endedBy: endedBy ?? null,
    edits: edits ?? null,
  };
}

/** The entry of a change in the index: kind and subject in one number of 32 bits. */
export function indexEntry({ kind, subject }: Pick<ChangeRecord, 'kind' | 'subject'>): number {
  return subject * 16 + codes[kind];
}

/** Returns which entries of the index match. @param given null: all */
export function entryFilter(given: {
  kinds: ReadonlySet<ChangeKind> | null;
  subjects: ReadonlySet<number> | null;
}): (entry: number) => boolean {
  const wanted = given.kinds && new Set([...given.kinds].map((kind) => codes[kind]));
  return (entry) =>
    (wanted?.has(entry % 16) ?? true) && (given.subjects?.has(Math.floor(entry / 16)) ?? true);
}
