import { z } from 'zod';
import type { Truth } from './upstream.ts';

/** The number of violations of each kind. */
export interface Violations {
  /** Rows that upstream never sent, or not as recently as the response claims. */
  wrongRows: number;
  /** Responses that are older than allowed and not reported as stale. */
  unreported: number;
  /** Monitors that exist upstream and are missing in the complete list. */
  lost: number;
  /** Monitors that occur twice in the complete list. */
  duplicated: number;
  /** Requests without a valid response. */
  failed: number;
}

export function noViolations(): Violations {
  return { wrongRows: 0, unreported: 0, lost: 0, duplicated: 0, failed: 0 };
}

const meta = z.object({
  as_of: z.iso.datetime(),
  degraded: z.unknown(),
  inventory: z.object({ state: z.string() }).optional(),
});
const row = z.record(z.string(), z.unknown());
const listSchema = z.object({
  data: z.array(row),
  meta,
  pagination: z.object({ total_pages: z.number() }),
});
const detailSchema = z.object({ data: row, meta });

/** `as_of` is when the first page's response arrived; upstream sent it earlier by at most this time, milliseconds. */
const MAX_LATENCY_MS = 6000;

/** Maximum age of one monitor: it is read once a minute, plus the time that a request waits for that, milliseconds. */
const DETAIL_MS = 60_000 + 3000;

export interface ParsedResponse {
  isList: boolean;
  /** The rows of a list, or the one monitor. */
  rows: Record<string, unknown>[];
  /** Epoch ms. */
  asOf: number;
  /** Whether it is reported as stale. */
  isDegraded: boolean;
  /** Whether a list is reported to lack monitors, or to have them as an earlier crawl read them. */
  isIncomplete: boolean;
}

/** Parses a response with a list or one monitor. @throws ZodError for any other */
export function parseResponse(json: unknown): ParsedResponse {
  const { data, meta: about } = z.union([listSchema, detailSchema]).parse(json);
  return {
    isList: Array.isArray(data),
    rows: [data].flat(),
    asOf: Date.parse(about.as_of),
    isDegraded: about.degraded !== null,
    isIncomplete: about.inventory?.state === 'incomplete',
  };
}

interface Known {
  truth: Truth;
  /** Whether upstream no longer has this monitor. */
  isGone: (uuid: string) => boolean;
  /** Maximum age of a list that is not reported as stale, milliseconds. */
  listMs: number;
}

/** Compares one response with the rows that upstream has sent, and counts the violations. */
export function check(
  response: ParsedResponse,
  { truth, isGone, listMs }: Known,
  violations: Violations,
): void {
  for (const one of response.rows) {
    const at = truth.lastSentAt(one);
    const isOlder = at !== null && at < response.asOf - MAX_LATENCY_MS;
    // A monitor removed upstream is kept, as last read, until a second complete crawl confirms it, and those of a page
    // that fails again and again (rows 26 and 72 of the failure matrix).
    const isKept = response.isIncomplete || isGone(String(one.monitor_uuid));
    if (at === null || (isOlder && !isKept)) violations.wrongRows += 1;
  }
  const oldestMs = response.isList ? listMs : DETAIL_MS;
  if (!response.isDegraded && Date.now() - response.asOf > oldestMs) violations.unreported += 1;
}

/**
 * Reads all pages of the list and counts monitors that are missing or duplicated.
 *
 * @param initialUuids monitors that must be in the list, unless upstream no longer has them
 * @returns false when the list was refreshed between the pages, so that it could not be checked
 */
export async function checkCompleteList(
  origin: string,
  initialUuids: readonly string[],
  isGone: (uuid: string) => boolean,
  violations: Violations,
): Promise<boolean> {
  const seen: string[] = [];
  let asOf: string | null = null;
  for (let page = 1, last = 1; page <= last; page += 1) {
    const response = await fetch(`${origin}/api/monitors?sort=name&per_page=100&page=${page}`);
    const { data, pagination, meta } = listSchema.parse(await response.json());
    // The list was refreshed in between, so the pages belong to two snapshots.
    if (asOf !== null && asOf !== meta.as_of) return false;
    asOf = meta.as_of;
    last = pagination.total_pages;
    seen.push(...data.map((row) => String(row.monitor_uuid)));
  }
  const unique = new Set(seen);
  violations.duplicated += seen.length - unique.size;
  violations.lost += initialUuids.filter((uuid) => !unique.has(uuid) && !isGone(uuid)).length;
  return true;
}
