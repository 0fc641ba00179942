import 'server-only';
import * as z from 'zod/mini';
import { boolean, documented, textOrNull, timeOrNull } from '../../contract/documented.ts';
import { type InventoryQuery, serializeInventoryQuery } from '../../contract/inventory-query.ts';
import { isOldData } from '../../contract/limits.ts';
import { inventoryCountsSchema } from '../../contract/responses.ts';
import type { Clock } from '../clock.ts';
import type { Refresher } from '../inventory/crawl/refresher.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { countConditions } from '../inventory/query/facets.ts';
import { allMatches } from '../inventory/query/query.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { consistentRead } from './cached-view.ts';
import { type EtaggedBody, etaggedBody } from './http.ts';
import { escapeHtml } from './outage-feed.ts';
import { refuseWrongValues } from './parameters.ts';
import type { ReviewService } from './review.ts';

const statuses = ['up', 'degraded', 'down', 'unknown'] as const;
type Status = (typeof statuses)[number];

/** Response body of `GET /api/status`. */
export const statusSchema = z.object({
  status: documented(
    z.enum(statuses),
    'down: a monitor is down; degraded: one is overdue or unknown; both outside maintenance. unknown: the list is old or incomplete, or no monitor is up or in trouble.',
  ),
  counts: documented(inventoryCountsSchema, 'Monitors of the view in each condition, and in maintenance.'),
  as_of: timeOrNull('When the monitors were read; null: not yet.'),
  stale: boolean('Whether the list is older than twice its refresh interval.'),
  view: textOrNull('The name of the view, if the request has one.'),
});
type StatusAnswer = z.infer<typeof statusSchema>;

/** Returns the state of a view as one word, and as a badge. Waits for no crawl and causes none. */
export function createStatus(parts: {
  inventory: Inventory;
  review: Pick<ReviewService, 'namedBy'>;
  refresher: { state(): Pick<ReturnType<Refresher['state']>, 'checkS'> };
  clock: Pick<Clock, 'now'>;
}) {
  const { inventory, review, refresher, clock } = parts;
  const summarize = consistentRead<Summary | null>({ version: () => inventory.shown().version });

  /** Null before the first page was read. */
  async function summaryOf(query: InventoryQuery): Promise<Summary | null> {
    // The view is read here, so that a summary that is built again uses the new crawl.
    const shown = inventory.shown();
    const { index, state, asOf } = shown;
    if (index === null) return null;
    refuseWrongValues(query, index);
    const monitors = allMatches(index, query, await review.namedBy(query.rule, index, shown));
    const status = state === 'complete' ? statusOf(monitors) : 'unknown';
    return { status, counts: countConditions(monitors), asOf };
  }

  /**
   * @param name of the view, if the request has one
   * @throws FailureError `invalid_parameter` for an unknown type or rule
   */
  async function getStatus(query: InventoryQuery, name: string | null): Promise<StatusAnswer> {
    const { body } = await summarize(serializeInventoryQuery(query), () => summaryOf(query));
    if (body === null) {
      return { status: 'unknown', counts: countConditions([]), as_of: null, stale: true, view: name };
    }
    const stale = isOldData(clock.now() - body.asOf, refresher.state().checkS);
    return {
      status: stale ? 'unknown' : body.status,
      counts: body.counts,
      as_of: new Date(body.asOf).toISOString(),
      stale,
      view: name,
    };
  }

  return {
    getStatus,
    /** Returns the same state as an image. */
    async getBadge(query: InventoryQuery, name: string | null): Promise<EtaggedBody<string>> {
      const { status } = await getStatus(query, name);
      return etaggedBody(badge(name ?? 'monitors', status));
    },
  };
}

/** The state of a crawl, whatever its age. `asOf`: epoch ms. */
type Summary = Pick<StatusAnswer, 'status' | 'counts'> & { asOf: number };

/** Returns the status of monitors whose present conditions are known. A monitor in maintenance counts only if it is up. */
function statusOf(monitors: readonly InventoryMonitor[]): Status {
  const found = new Set(
    monitors
      .filter(({ condition, maintenance_mode }) => condition === 'up' || maintenance_mode !== true)
      .map(({ condition }) => condition),
  );
  if (found.has('down')) return 'down';
  if (found.has('overdue') || found.has('unknown')) return 'degraded';
  return found.has('up') ? 'up' : 'unknown';
}

/** Longer names are cut, so that the badge has at most 1 kB. Characters. */
const NAME_MAX = 24;
/** The widths of a Latin and of an East Asian character, pixels. */
const [NARROW, WIDE] = [6.2, 11.5];
const PADDING = 6;

/** Each has a contrast of 4.5:1 to white. */
const colors: Record<Status, string> = {
  up: '#1a7f37',
  degraded: '#9a6700',
  down: '#cf222e',
  unknown: '#57606a',
};

/** Returns a badge as SVG, in the usual flat style. */
export function badge(name: string, status: Status): string {
  const characters = [...name];
  const shown = characters.length > NAME_MAX ? `${characters.slice(0, NAME_MAX - 1).join('')}…` : name;
  const [left, right] = [widthOf(shown), widthOf(status)];
  const [edge, width] = [left + 2 * PADDING, left + right + 4 * PADDING];
  const label = escapeHtml(shown);
  const text = (x: number, length: number, content: string) =>
    `<text x="${x}" y="14" textLength="${length}">${content}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${status}">`,
    `<title>${label}: ${status}</title>`,
    `<rect fill="${colors[status]}" width="${width}" height="20" rx="3"/>`,
    // Without an id, so that several badges can be in one document.
    `<path fill="#444" d="M3 0h${edge - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z"/>`,
    '<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">',
    `${text(PADDING, left, label)}${text(edge + PADDING, right, status)}</g></svg>`,
  ].join('');
}

function widthOf(text: string): number {
  const widths = Array.from(text, (character) => (/[\u1100-\uffdc]/.test(character) ? WIDE : NARROW));
  return Math.round(widths.reduce((sum, width) => sum + width, 0));
}
