import 'server-only';
import { type InventoryQuery, serializeInventoryQuery } from '../../contract/inventory-query.ts';
import { isOldData } from '../../contract/limits.ts';
import type { Status, StatusAnswer } from '../../contract/status.ts';
import type { Clock } from '../clock.ts';
import type { Refresher } from '../inventory/crawl/refresher.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { countConditions } from '../inventory/query/count-conditions.ts';
import { allMatches } from '../inventory/query/query.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { badge } from './badge.ts';
import { consistentRead } from './cached-view.ts';
import { type EtaggedBody, etaggedBody } from './http.ts';
import { refuseWrongValues } from './parameters.ts';
import type { ReviewService } from './review.ts';

/** Returns the state of a view as one word, and as a badge. Waits for no crawl and causes none. */
export function createStatus(parts: {
  inventory: Inventory;
  review: Pick<ReviewService, 'namedBy'>;
  refresher: { state(): Pick<ReturnType<Refresher['state']>, 'checkS'> };
  clock: Pick<Clock, 'now'>;
}) {
  const { inventory, review, refresher, clock } = parts;
  const summarize = consistentRead<Summary | null>({ version: () => inventory.view().version });

  /** Null before the first page was read. */
  async function summaryOf(query: InventoryQuery): Promise<Summary | null> {
    // The view is read here, so that a summary that is built again uses the new crawl.
    const view = inventory.view();
    const { index, state, asOf } = view;
    if (index === null) return null;
    refuseWrongValues(query, index);
    const monitors = allMatches(index, query, await review.namedBy(query.rule, index, view));
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
