import { createHash } from 'node:crypto';
import { listFields } from '../support/list-fields.ts';

/** The rows that upstream has sent, which are the only ones that may be served, and when. */
export interface Truth {
  /** Records a row of a correct response. @param at epoch ms */
  recordSent(row: Record<string, unknown>, at: number): void;
  /** When exactly this row was last sent, epoch ms; null when it never was. */
  lastSentAt(row: Record<string, unknown>): number | null;
}

export function createTruth(): Truth {
  const times = new Map<string, number>();
  return {
    recordSent(row, at) {
      times.set(fingerprint(row), at);
    },
    lastSentAt: (row) => times.get(fingerprint(row)) ?? null,
  };
}

/** A hash of the list fields, independent of other fields and of their order. */
function fingerprint(row: Record<string, unknown>): string {
  const values = listFields.map((name) => row[name]);
  return createHash('sha1').update(JSON.stringify(values)).digest('base64');
}
