import 'server-only';
import type { MonitorList } from '@/lib/contract/responses';
import { type InventoryQuery, serializeInventoryQuery } from '../../contract/inventory-query.ts';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { Inventory, InventoryView } from '../inventory/inventory.ts';
import type { InventoryIndex } from '../inventory/query/inventory-index.ts';
import { runQuery } from '../inventory/query/query.ts';
import { INTERACTIVE_MAX_WAIT_MS } from '../quota/wait-limits.ts';
import { consistentRead } from './consistent-read.ts';
import type { EtaggedBody } from './etagged-body.ts';
import { exportMonitors, type MonitorExport } from './export-monitors.ts';
import { describeDegraded, notReady } from './failure-response.ts';
import { refuseUnknownTypes } from './parameters.ts';

export function createMonitorList(parts: { inventory: Inventory; clock: Clock; demo: boolean }) {
  const { inventory, clock, demo } = parts;
  const respond = consistentRead<MonitorList>({ version: () => inventory.view().version });
  return {
    /** Returns one page. @throws FailureError before the first crawl, and `invalid_parameter` for an unknown type */
    async listMonitors(query: InventoryQuery): Promise<EtaggedBody<MonitorList>> {
      await inventory.waitUntil(
        // While nothing was read, a crawl in progress shows whether the problem persists.
        ({ index, problem, isCrawling }) => index !== null || (problem !== null && !isCrawling),
        INTERACTIVE_MAX_WAIT_MS,
      );
      return respond(serializeInventoryQuery(query), async () => {
        const view = inventory.view();
        if (view.index === null)
          throw view.problem ? new FailureError(view.problem.failure) : notReady(clock);
        refuseUnknownTypes(query, view.index);
        return listResponse(query, view, view.index, demo);
      });
    },
    exportMonitors: (request: MonitorExport) => exportMonitors(inventory.view(), request, clock),
  };
}

/** Builds the response body of a list query from a view of the inventory. Pure. */
export function listResponse(
  query: InventoryQuery,
  view: InventoryView,
  index: InventoryIndex,
  demo: boolean,
): MonitorList {
  const { rows, total, facets, downSummary, sameHost } = runQuery(index, query);
  const { page, per_page } = query;
  const { state, read, missing, lastCrawl, problem, asOf, refreshAt } = view;
  return {
    data: rows,
    pagination: { page, per_page, total, total_pages: Math.ceil(total / per_page) },
    ...(facets ? { facets, down_summary: downSummary } : {}),
    ...(sameHost ? { same_host: sameHost } : {}),
    meta: {
      source: 'inventory',
      as_of: new Date(asOf).toISOString(),
      refresh_at: new Date(refreshAt).toISOString(),
      degraded: problem && describeDegraded(problem, refreshAt),
      last_reading: lastCrawl && {
        started_at: new Date(lastCrawl.startedAt).toISOString(),
        ended_at: new Date(lastCrawl.endedAt).toISOString(),
        requests: lastCrawl.requests,
      },
      inventory: {
        ...{ state, read, total: view.total, missing },
        counts: index.counts,
        last_down: [...index.lastDown],
      },
      demo,
    },
  };
}
