import { createHash } from 'node:crypto';
import { LIST_FIELDS } from '../../lib/reference-api/fixture.ts';

/** Records which rows upstream has sent and when. Sightline may serve only these rows. */
export interface Truth {
  /** Records a row of a correct response. @param at epoch ms */
  recordSent(row: Record<string, unknown>, at: number): void;
  /** Returns the time (epoch ms) at which a row with the same list fields was last sent, or null when none was. */
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

/** A hash of the list fields. Other fields and the order of the keys do not affect it. */
function fingerprint(row: Record<string, unknown>): string {
  const values = LIST_FIELDS.map((name) => row[name]);
  return createHash('sha1').update(JSON.stringify(values)).digest('base64');
}
