import 'server-only';
import type { MonitorList } from '@/lib/contract/answers';
import { type MonitorsQuery, serializeMonitorsQuery } from '@/lib/contract/monitors-query';
import type { Gateway } from '../gateway';
import { conditionOf } from '../inventory/condition';
import type { LastGood } from '../last-good';
import type { WirePage } from '../upstream/schema';
import { describeDegraded } from './describe-degraded';

/** Answers a list query. @throws FailureError when there is nothing to show */
export type ListMonitors = (query: MonitorsQuery) => Promise<MonitorList>;

export function createListMonitors(parts: {
  gateway: Gateway;
  pages: LastGood<WirePage>;
  demo: boolean;
}): ListMonitors {
  return async (query) => {
    const { reading, refreshAt, degraded } = await parts.pages.get(serializeMonitorsQuery(query), () =>
      parts.gateway.listPage(query),
    );
    const { monitors, pagination } = reading.value;
    return {
      data: monitors.map((monitor) => ({ ...monitor, condition: conditionOf(monitor, reading.upstreamNow) })),
      pagination,
      meta: {
        source: 'api',
        as_of: new Date(reading.asOf).toISOString(),
        refresh_at: new Date(refreshAt).toISOString(),
        degraded: degraded && describeDegraded(degraded),
        inventory: { state: 'none', read: 0, total: 0 },
        demo: parts.demo,
      },
    };
  };
}
