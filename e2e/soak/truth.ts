import { createHash } from 'node:crypto';
import { listFields } from '../support/list-fields.ts';

/** What upstream has handed out, row by row: what may be served, and how old it then is. */
export interface Truth {
  /** A good answer left upstream with this row in it. @param at epoch ms */
  handedOut(row: Record<string, unknown>, at: number): void;
  /** When this very row was last handed out, epoch ms; null when it never was: an invented or mixed row. */
  lastHandedOut(row: Record<string, unknown>): number | null;
}

export function createTruth(): Truth {
  const times = new Map<string, number>();
  return {
    handedOut(row, at) {
      times.set(fingerprint(row), at);
    },
    lastHandedOut: (row) => times.get(fingerprint(row)) ?? null,
  };
}

/** By the fields of the list, whatever else a row has and in whatever order they stand. */
function fingerprint(row: Record<string, unknown>): string {
  const values = listFields.map((name) => row[name]);
  return createHash('sha1').update(JSON.stringify(values)).digest('base64');
}
