import 'server-only';
import type {
  Change,
  ChangeCount,
  ChangeList,
  FleetHistory,
  HistoryMeta,
  MonitorHistory,
} from '@/lib/contract/changes';
import type { ErrorBody } from '@/lib/contract/error';
import type { Health } from '@/lib/contract/health';
import type { ListedMonitor } from '@/lib/contract/monitor';
import type { ReadNowAnswer } from '@/lib/contract/read-now';
import type { MonitorDetail, MonitorList } from '@/lib/contract/responses';
import type { Usage } from '@/lib/contract/usage';

export const exampleUuid = '0a11ce00-0000-4000-8000-000000000001';
const now = '2026-11-23T12:00:00.000Z';
const since = '2026-11-23T11:47:00.000Z';

export const monitor: ListedMonitor = {
  monitor_uuid: exampleUuid,
  name: 'Checkout',
  type: 'https',
  target: 'https://shop.example.com/checkout',
  port: null,
  interval: 60,
  regions: ['eu-central'],
  maintenance_mode: false,
  is_active: true,
  last_check_at: '2026-11-23T11:59:40.000Z',
  last_status: 'down',
  last_response_time_ms: null,
  created_at: '2026-01-15T09:00:00.000Z',
  updated_at: '2026-10-02T08:30:00.000Z',
  unknown_fields: [],
  condition: 'down',
  observed_since: since,
  changed_at: since,
  changed_after: '2026-11-23T11:46:30.000Z',
  flapping: false,
};

export const monitorList: MonitorList = {
  data: [monitor],
  pagination: { page: 1, per_page: 25, total: 1, total_pages: 1 },
  meta: {
    source: 'inventory',
    as_of: now,
    refresh_at: '2026-11-23T12:00:30.000Z',
    degraded: null,
    last_reading: { started_at: since, ended_at: since, requests: 3 },
    inventory: {
      state: 'complete',
      read: 248,
      total: 248,
      missing: null,
      counts: {
        condition: { down: 1, overdue: 0, unknown: 0, pending: 0, up: 245, inactive: 2 },
        maintenance: 3,
      },
      last_down: [since],
    },
    demo: false,
  },
};

export const monitorDetail: MonitorDetail = {
  data: {
    ...monitor,
    description: 'The first page of the checkout.',
    http_method: 'GET',
    expected_status_codes: [200],
    follow_redirects: true,
    timeout_ms: 10_000,
  },
  peers: null,
  meta: { as_of: now, degraded: null, partial: false, demo: false },
};

const historyMeta: HistoryMeta = {
  observed_from: '2026-11-01T00:00:00.000Z',
  gaps: [],
  as_of: now,
  kept_days: 30,
  not_saved_since: null,
  demo: false,
};

export const change: Change = {
  id: '4711',
  kind: 'down',
  from: '2026-11-23T11:46:30.000Z',
  to: since,
  monitor: {
    monitor_uuid: exampleUuid,
    name: monitor.name,
    type: monitor.type,
    target: monitor.target,
    port: null,
    regions: monitor.regions,
  },
  lasted: null,
  fields: null,
};

export const changeList: ChangeList = {
  data: [change],
  pagination: { next_cursor: null, limit: 50 },
  meta: historyMeta,
};

export const changeCount: ChangeCount = { data: { count: 1, more: false } };

export const fleetHistory: FleetHistory = {
  data: {
    slot_s: 900,
    slots: [
      {
        at: '2026-11-23T11:45:00.000Z',
        quarters: 1,
        down: 1,
        overdue: 0,
        unknown: 0,
        pending: 0,
        up: 245,
        inactive: 2,
        maintenance: 3,
      },
    ],
  },
  meta: historyMeta,
};

export const monitorHistory: MonitorHistory = {
  data: {
    slot_s: 900,
    slots: [
      {
        at: '2026-11-23T11:45:00.000Z',
        quarters: 1,
        state: 'down',
        maintenance: false,
        checks: 15,
        down: 13,
        timed: 2,
        mean_ms: 182,
        max_ms: 240,
      },
    ],
    checks_seen: 15,
    checks_up: 2,
    changes: [change],
  },
  meta: historyMeta,
};

export const refresh: ReadNowAnswer = {
  data: { outcome: 'reading', reading: now, cost: 3, reason: null },
};

export const health: Health = { status: 'ok' };

const failed = (code: ErrorBody['code'], error: string, more: Partial<ErrorBody> = {}): ErrorBody => ({
  error,
  code,
  request_id: '5d0e4f5c-3b55-4e43-9a53-0c6b9b7f1d11',
  ...more,
});
const retry_at = '2026-11-23T12:00:30.000Z';

/** A body for each status of a failed request. */
export const errorExamples = {
  400: failed('invalid_parameter', 'The parameter "page" must be a whole number of 1 or more.', {
    parameter: 'page',
  }),
  401: failed(
    'invalid_token',
    'Token not accepted: it is wrong, or its line is no longer in the file of tokens.',
  ),
  403: failed('token_read_only', 'Tokens can only read. To refresh, open Sightline in a browser.'),
  404: failed('not_found', 'Not found. The page /api/docs lists all endpoints.'),
  405: failed('method_not_allowed', 'This endpoint accepts only GET and HEAD.'),
  408: failed('invalid_parameter', 'The request timed out.', { parameter: 'headers' }),
  409: failed('inventory_incomplete', 'Monitors are still loading. Try the export again in a moment.'),
  413: failed('invalid_parameter', 'The request body is too large.', { parameter: 'body' }),
  414: failed('invalid_parameter', 'The URL is too long.', { parameter: 'path' }),
  421: failed('wrong_host', 'Sightline isn’t configured for this host name.'),
  426: failed('method_not_allowed', 'WebSockets are not supported.'),
  429: failed('token_limited', 'Too many requests with this token in a minute. Wait until retry_at.', {
    retry_at,
  }),
  431: failed('invalid_parameter', 'The request headers are too large.', { parameter: 'headers' }),
  500: failed('internal', 'Something went wrong in Sightline. See the server log for this request ID.'),
  502: failed('upstream_unreachable', 'Can’t reach the API: connection refused.'),
  503: failed('not_ready', 'Monitors are loading for the first time. Try again in a moment.', { retry_at }),
  504: failed('upstream_timeout', 'The API timed out.'),
} as const satisfies Record<number, ErrorBody>;

const quota = { resets_at: null, runs_out_at: null };

export const usage: Usage = {
  data: {
    state: 'ok',
    observed_at: now,
    rate_limit: { limit: 60, remaining: 57, resets_at: '2026-11-23T12:00:41.000Z' },
    daily: { limit: 5000, remaining: 4180, ...quota },
    monthly: { limit: 100_000, remaining: 91_220, ...quota },
    spent_here: { since, inventory: 78, list: 0, detail: 4, probe: 0, retry: 0 },
    spent_elsewhere: { since, daily: 12, monthly: 12 },
    refresh: {
      wanted_s: 30,
      actual_s: 30,
      cost: 3,
      limited_by: null,
      paused: false,
      viewers: 1,
      reserve: { daily: 250, monthly: 5000 },
    },
    retry_at: null,
    access: {
      base_url: 'https://api.example.com/v1',
      key_fingerprint: '9f86',
      scopes: { held: ['monitors:read'], complete: false, learned_at: now },
      trouble: null,
    },
    storage: {
      problem: null,
      since: null,
      set_aside: null,
    },
    replicas: { count: 1, this: 'k3x9', leads: true, storage: 'sqlite' },
    history: [{ at: now, daily_remaining: 4180, monthly_remaining: 91_220, after_gap: false }],
  },
};
