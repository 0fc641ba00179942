import 'server-only';
import { wirePage, wireRow } from '@/lib/server/upstream/wire-monitors.fixtures';
import type { Reading } from '../../upstream/gateway';
import { readPage, type WirePage } from '../../upstream/schema';

type Monitor = WirePage['monitors'][number];

/** The wall time of the first response in these tests. */
export const NOON = Date.parse('2026-11-20T12:00:00.000Z');

/** Parsed monitors. Each is one second older than the previous one; the first is one day old. */
export function monitors(count: number): Monitor[] {
  return Array.from({ length: count }, (_, index) => monitor(index + 1, NOON - 86_400_000 - index * 1_000));
}

/** One parsed monitor, whose UUID and name contain the number. */
export function monitor(n: number, createdAt: number): Monitor {
  const page = readPage(wirePage([{ ...wireRow(n), created_at: new Date(createdAt).toISOString() }]));
  const read = page.ok ? page.value.monitors[0] : undefined;
  if (!read) throw new Error('wireRow is not a row of the spec');
  return read;
}

/** A correct page of `list`, newest first, without the rows for which `isMalformed` holds. */
export function pageOf(
  list: readonly Monitor[],
  {
    page,
    perPage = 100,
    isMalformed = () => false,
  }: { page: number; perPage?: number; isMalformed?: (row: Monitor) => boolean },
): WirePage {
  const rows = list.slice((page - 1) * perPage, page * perPage);
  const good = rows.filter((row) => !isMalformed(row));
  return {
    monitors: good,
    dropped: rows.length - good.length,
    pagination: {
      per_page: perPage,
      total: list.length,
      total_pages: Math.ceil(list.length / perPage),
    },
  };
}

/** A page that was read `elapsed` ms after noon, by both clocks. */
export function readingOf(value: WirePage, elapsed = 0): Reading<WirePage> {
  return { value, asOf: NOON + elapsed, upstreamNow: NOON + elapsed };
}
