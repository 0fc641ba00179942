import { z } from 'zod';
import type { Truth } from './truth.ts';

/** What must never be, and how often it was. */
export interface Violations {
  /** Rows that upstream never handed out, or not as late as the answer says it was read. */
  wrongRows: number;
  /** Answers that are older than they may be and do not say that anything is wrong. */
  unflagged: number;
  /** Monitors that were there all the time and are missing in a whole list. */
  lost: number;
  /** Monitors that stand twice in a whole list. */
  doubled: number;
  /** Answers that are no list or monitor at all. */
  failed: number;
}

export function noViolations(): Violations {
  return { wrongRows: 0, unflagged: 0, lost: 0, doubled: 0, failed: 0 };
}

const meta = z.object({ as_of: z.iso.datetime(), degraded: z.unknown() }).loose();
const row = z.record(z.string(), z.unknown());
export const listSchema = z.object({
  data: z.array(row),
  meta,
  pagination: z.object({ total_pages: z.number() }),
});
const detailSchema = z.object({ data: row, meta });

/** As_of is when the first page's answer had come; the request was on its way no longer than the deadline. */
const ON_ITS_WAY_MS = 6000;

/** One monitor is read anew once a minute, and whoever waits for that waits no longer than a moment. */
const DETAIL_MS = 60_000 + 3000;

export interface Answer {
  isList: boolean;
  rows: Record<string, unknown>[];
  asOf: number;
  isDegraded: boolean;
}

/** Reads an answer of the list or of one monitor. @throws ZodError for what is neither */
export function readAnswer(json: unknown): Answer {
  const { data, meta: about } = z.union([listSchema, detailSchema]).parse(json);
  return {
    isList: Array.isArray(data),
    rows: [data].flat(),
    asOf: Date.parse(about.as_of),
    isDegraded: about.degraded !== null,
  };
}

interface Known {
  truth: Truth;
  /** Whether upstream has no such monitor any more. */
  isGone: (uuid: string) => boolean;
  /** How old a list may be without saying why. */
  listMs: number;
}

/** Checks one answer against what upstream has handed out. */
export function check(answer: Answer, { truth, isGone, listMs }: Known, violations: Violations): void {
  for (const one of answer.rows) {
    const at = truth.lastHandedOut(one);
    const isOlder = at !== null && at < answer.asOf - ON_ITS_WAY_MS;
    // Who has gone from upstream is kept, as read last, until a second whole reading agrees (row 26).
    if (at === null || (isOlder && !isGone(String(one.monitor_uuid)))) violations.wrongRows += 1;
  }
  const oldestMs = answer.isList ? listMs : DETAIL_MS;
  if (!answer.isDegraded && Date.now() - answer.asOf > oldestMs) violations.unflagged += 1;
}
