import 'server-only';
import type { SchemaName, Value } from './schemas.ts';

// Responses for an organization with one monitor. The types of the schemas and a test check them.

const as_of = '2026-11-20T12:00:00.000Z';
const shown = { monitor_uuid: '0a11ce00-0000-4000-8000-000000000001', name: 'checkout', type: 'https' };
const checked = { target: 'https://shop.example/checkout', port: null, regions: ['fra1'] };

const monitor: Value<'ListedMonitor'> = {
  ...shown,
  ...checked,
  ...{ interval: 60, maintenance_mode: false, is_active: true },
  ...{ last_check_at: '2026-11-20T11:59:34.000Z', last_status: 'down', last_response_time_ms: null },
  ...{ created_at: '2026-01-12T09:30:00.000Z', updated_at: '2026-10-02T07:15:00.000Z', unknown_fields: [] },
  ...{ condition: 'down', observed_since: '2026-11-20T11:58:34.000Z' },
  ...{ changed_at: '2026-11-20T11:58:34.000Z', changed_after: '2026-11-20T11:57:34.000Z', flapping: false },
};

const change: Value<'Change'> = {
  ...{ id: '4711', kind: 'down', from: '2026-11-20T11:57:34.000Z', to: '2026-11-20T11:58:34.000Z' },
  ...{ monitor: { ...shown, ...checked }, lasted: null, fields: null },
};

const meta: Value<'HistoryMeta'> = {
  ...{ observed_from: '2026-10-21T12:00:00.000Z', gaps: [], as_of, kept_days: 30 },
  ...{ not_saved_since: null, demo: false },
};

const quota = { resets_at: null, resets_at_local: null, runs_out_at: null };
const condition = { down: 1, overdue: 0, unknown: 0, pending: 0, up: 0, inactive: 0 };
const slot = { at: '2026-11-20T11:45:00.000Z', quarters: 1 };

const figures: Value<'ReportFigures'> = {
  availability: { least: 0.995721, most: 0.997804, observed_s: 2_578_210, observed_share: 0.994679 },
  outages: { least: 2, most: 2 },
  ...{ downtime_s: { least: 5700, most: 11_130 }, longest_s: { least: 5400, most: 5520 } },
  mean_time_to_recovery_s: { least: 2850, most: 3000 },
};

const reported: Value<'ReportedMonitor'> = { ...shown, target: checked.target, port: null, ...figures };

/** An example for each schema of a whole response. */
export const examples = {
  MonitorList: {
    data: [monitor],
    pagination: { page: 1, per_page: 25, total: 1, total_pages: 1 },
    meta: {
      ...{ source: 'inventory', as_of, refresh_at: '2026-11-20T12:00:30.000Z', degraded: null },
      reading: null,
      last_reading: { started_at: as_of, ended_at: '2026-11-20T12:00:00.240Z', requests: 1 },
      inventory: {
        ...{ state: 'complete', read: 1, total: 1, missing: null },
        ...{ counts: { condition, maintenance: 0 }, last_down: ['2026-11-20T11:59:00.000Z'] },
      },
      settings: { known: 0, monitors: 1 },
      demo: false,
    },
  },
  Wall: {
    data: {
      ...{ counts: { condition, maintenance: 0 }, total: 1, not_well: 1, groups: null },
      monitors: [
        {
          ...{ monitor_uuid: shown.monitor_uuid, name: shown.name, regions: checked.regions },
          ...{ condition: 'down', last_status: 'down', created_at: '2026-01-12T09:30:00.000Z' },
          ...{ observed_since: '2026-11-20T11:58:34.000Z', changed_after: '2026-11-20T11:57:34.000Z' },
          ...{ maintenance_mode: false, flapping: false },
        },
      ],
      changes: [change],
    },
    meta: {
      ...{ view: 'type=https', as_of, refresh_at: '2026-11-20T12:00:30.000Z', interval_s: 30 },
      ...{ degraded: null, demo: false },
      inventory: { state: 'complete', read: 1, total: 1, missing: null },
    },
  },
  MonitorDetail: {
    data: {
      ...{ ...monitor, description: 'The page where people pay.', http_method: 'GET' },
      ...{ expected_status_codes: [200], follow_redirects: true, timeout_ms: 5000 },
    },
    peers: null,
    meta: { as_of, degraded: null, partial: false, demo: false },
  },
  ExportedMonitor: { ...monitor, condition_label: 'Down' },
  MonitorHistory: {
    data: {
      slot_s: 900,
      slots: [
        {
          ...{ ...slot, state: 'down', maintenance: false, checks: 15, down: 2 },
          ...{ timed: 13, mean_ms: 182, max_ms: 240 },
        },
      ],
      availability: { least: 0.81, most: 0.92, observed_s: 82_800, observed_share: 0.958333 },
      ...{ checks_seen: 15, checks_up: 13, changes: [change] },
    },
    meta,
  },
  Coverage: {
    data: [
      {
        ...{ address: 'https://shop.example/checkout', line: 1, answer: 'monitored', why: null },
        monitors: [
          { ...shown, target: 'https://shop.example/checkout', port: null, condition: 'down' as const },
        ],
        monitor_count: 1,
      },
      {
        ...{ address: 'blog.example', line: 2, answer: 'not_monitored', why: null },
        ...{ monitors: [], monitor_count: 0 },
      },
    ],
    not_listed: [],
    meta: {
      ...{ format: 'list', tokens: 2, addresses: 2, skipped: [] },
      counts: { monitored: 1, monitored_otherwise: 0, not_working: 0, not_monitored: 1 },
      ...{ not_understood: [], not_understood_count: 0, duplicates: [], monitors_not_listed: 0 },
      ...{ as_of, inventory: { state: 'complete' } },
    },
  },
  Refresh: { data: { outcome: 'started', reading: as_of, cost: 1 } },
  ChangeList: { data: [change], pagination: { next_cursor: null, limit: 100 }, meta },
  ChangeCount: { data: { count: 1, more: false } },
  ExportedChange: { ...change, kind_label: 'Down' },
  FleetHistory: { data: { slot_s: 900, slots: [{ ...slot, ...condition, maintenance: 0 }] }, meta },
  Report: {
    data: {
      all: figures,
      monitors: [reported],
      outages: [
        {
          ...{ monitor_uuid: shown.monitor_uuid, name: shown.name },
          began: { from: '2026-10-12T03:00:00.000Z', to: '2026-10-12T03:01:00.000Z' },
          ended: { from: '2026-10-12T04:31:00.000Z', to: '2026-10-12T04:32:00.000Z' },
          lasted_s: { least: 5400, most: 5520 },
        },
      ],
      outages_seen: 2,
    },
    meta: {
      ...{ ...meta, kept_days: 60, observed_from: '2026-09-21T12:00:00.000Z' },
      ...{ month: '2026-10', since: '2026-10-01T00:00:00.000Z', until: '2026-11-01T00:00:00.000Z' },
      ...{ made_at: as_of, view: 'type=https', monitors: 1 },
      inventory: { state: 'complete', read: 1, total: 1, missing: null },
    },
  },
  ReportedMonitor: reported,
  Review: {
    data: [
      {
        ...{ rule: 'expects_redirect_but_follows', topic: 'cannot_work', needs: 'settings' },
        title: 'Expects a redirect, but follows redirects',
        why: 'The status after the redirects is compared, so the check never succeeds.',
        ...{ count: 3, unknown: 188, query: 'rule=expects_redirect_but_follows' },
      },
    ],
    meta: {
      ...{ monitors: 5000, settings_known: 4812, observed_from: meta.observed_from, as_of, degraded: null },
      inventory: { state: 'complete', read: 5000, total: 5000, missing: null },
      rules_off: ['Monitors over plain http'],
    },
  },
  Views: {
    data: [
      {
        ...{ name: 'Production', description: 'What customers use', query: 'q=production' },
        ...{ columns: ['condition', 'name', 'observed_since'], default: true, public: false },
      },
    ],
    meta: { problems: [] },
  },
  Status: {
    ...{ status: 'down', counts: { condition, maintenance: 0 }, as_of, stale: false, view: 'Production' },
  },
  Usage: {
    data: {
      ...{ state: 'ok', observed_at: as_of, retry_at: null },
      rate_limit: { limit: 60, remaining: 58, resets_at: '2026-11-20T12:00:42.000Z' },
      daily: { limit: 10_000, remaining: 8720, ...quota },
      monthly: { limit: 200_000, remaining: 143_000, ...quota },
      spent_here: {
        since: '2026-11-20T00:00:00.000Z',
        inventory: 1204,
        list: 0,
        detail: 31,
        probe: 0,
        retry: 2,
        settings: 120,
      },
      spent_elsewhere: { since: '2026-11-20T00:00:00.000Z', daily: 43, monthly: 2210 },
      refresh: {
        ...{ wanted_s: 30, actual_s: 30, cost: 1, limited_by: null, paused: false, viewers: 2 },
        reserve: { daily: 2000, monthly: 40_000 },
      },
      settings: { known: 120, monitors: 248, state: 'reading', until: '2026-11-20T12:16:00.000Z' },
      access: {
        ...{ base_url: 'https://api.example.com/v1', key_fingerprint: 'a3f1', trouble: null },
        scopes: { held: ['monitors:read'], complete: true, learned_at: as_of },
      },
      storage: { problem: null, since: null, set_aside: null },
      replicas: { count: 1, this: 'k3v9', leads: true, storage: 'sqlite' },
      history: [{ at: as_of, daily_remaining: 8720, monthly_remaining: 143_000, after_gap: false }],
    },
  },
  Health: { status: 'ok' },
} satisfies { [Name in SchemaName]?: Value<Name> };
