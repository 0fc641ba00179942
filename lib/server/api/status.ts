import 'server-only';
import { type InventoryQuery, serializeInventoryQuery } from '../../contract/inventory-query.ts';
import { isOldData } from '../../contract/old-data.ts';
import type { Status, StatusAnswer } from '../../contract/status.ts';
import type { Clock } from '../clock.ts';
import type { Refresher } from '../inventory/crawl/refresher.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { countConditions } from '../inventory/query/count-conditions.ts';
import { allMatches } from '../inventory/query/query.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { badge } from './badge.ts';
import { consistentRead } from './consistent-read.ts';
import { type EtaggedBody, etaggedText } from './etagged-body.ts';
import { refuseWrongValues } from './parameters.ts';
import type { ReviewService } from './review.ts';

/** Answers the state of a view in one word, and as a badge. Neither waits for a reading nor causes one. */
export function createStatus(parts: {
  inventory: Inventory;
  review: Pick<ReviewService, 'namedBy'>;
  refresher: { state(): Pick<ReturnType<Refresher['state']>, 'checkS'> };
  clock: Pick<Clock, 'now'>;
}) {
  const { inventory, review, refresher, clock } = parts;
  const summarize = consistentRead<Summary>({ version: () => inventory.view().version });

  /**
   * @param name of the view, if the request has one
   * @throws FailureError `invalid_parameter` for an unknown type or rule
   */
  async function getStatus(query: InventoryQuery, name: string | null): Promise<StatusAnswer> {
    const view = inventory.view();
    const { index, state, asOf } = view;
    if (index === null) {
      return { status: 'unknown', counts: countConditions([]), as_of: null, stale: true, view: name };
    }
    const { body } = await summarize(serializeInventoryQuery(query), async () => {
      refuseWrongValues(query, index);
      const monitors = allMatches(index, query, await review.namedBy(query.rule, index, view));
      return { status: statusOf(monitors), counts: countConditions(monitors) };
    });
    const stale = isOldData(clock.now() - asOf, refresher.state().checkS);
    const isCertain = state === 'complete' && !stale;
    return {
      status: isCertain ? body.status : 'unknown',
      counts: body.counts,
      as_of: new Date(asOf).toISOString(),
      stale,
      view: name,
    };
  }

  return {
    getStatus,
    /** The same as an image. */
    async getBadge(query: InventoryQuery, name: string | null): Promise<EtaggedBody<string>> {
      const { status } = await getStatus(query, name);
      return etaggedText(badge(name ?? 'monitors', status));
    },
  };
}

type Summary = Pick<StatusAnswer, 'status' | 'counts'>;

/** The status of monitors whose present conditions are known. Planned work is no trouble. */
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
