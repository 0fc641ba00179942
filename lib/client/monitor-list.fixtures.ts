import type { ListedMonitor } from '../contract/monitor';
import type { MonitorDetail, MonitorList } from '../contract/responses';

/** One monitor of a list. @param n determines its UUID */
export function rowOf(n: number, changes: Partial<ListedMonitor> = {}): ListedMonitor {
  return {
    monitor_uuid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    name: 'Orders database',
    type: 'tcp',
    target: 'db.example.com',
    port: 5432,
    interval: 60,
    regions: ['eu-west'],
    maintenance_mode: false,
    is_active: true,
    last_check_at: '2026-11-20T11:59:30.000Z',
    last_status: 'up',
    last_response_time_ms: 42,
    created_at: '2025-01-02T03:04:05.678Z',
    updated_at: '2025-06-02T03:04:05.678Z',
    unknown_fields: [],
    condition: 'up',
    observed_since: '2026-11-20T11:00:00.000Z',
    changed_at: null,
    changed_after: null,
    flapping: false,
    ...changes,
  };
}

/** A response of `GET /api/monitors` with these rows, all on one page. */
export function listOf(
  data: MonitorList['data'],
  state: MonitorList['meta']['inventory']['state'] = 'complete',
): MonitorList {
  return {
    data,
    pagination: { page: 1, per_page: 25, total: data.length, total_pages: 1 },
    meta: {
      as_of: '2026-11-20T12:00:00.000Z',
      refresh_at: '2026-11-20T12:00:30.000Z',
      degraded: null,
      reading: null,
      last_reading: null,
      inventory: { ...inventoryOf(0), state, read: data.length, total: data.length },
      settings: { known: 0, monitors: data.length },
    },
  };
}

/** The inventory metadata of a response: ten monitors, and the given number down. */
export function inventoryOf(down: number): MonitorList['meta']['inventory'] {
  const condition = { down, overdue: 0, unknown: 0, pending: 0, up: 10, inactive: 0 };
  return {
    state: 'complete',
    read: 10,
    total: 10,
    missing: null,
    counts: { condition, maintenance: 0, flapping: 0 },
  };
}

/** A complete response of `GET /api/monitors/{uuid}`. */
export function detailOf(monitor: ListedMonitor): MonitorDetail {
  return {
    data: {
      ...monitor,
      description: null,
      http_method: null,
      expected_status_codes: null,
      follow_redirects: null,
      timeout_ms: 5000,
    },
    peers: null,
    meta: { as_of: '2026-11-20T12:00:00.000Z', degraded: null, partial: false },
  };
}
