import { expect, test } from 'vitest';
import { DAY_MS } from '../../contract/limits.ts';
import { type RuleId, reviewRules } from '../../contract/review-rules.ts';
import { daysAgo, NOW, ofTwoRegions, verdictOf, webMonitor } from './review.fixtures.ts';
import type { ObservedPast } from './rule.ts';
import { rules } from './rules.ts';
import type { Subject } from './subject.ts';

type Monitor = Subject['monitor'];
/** Changes of the judged monitor, the other monitors, and what is known besides. */
type Case = [
  changes: Partial<Monitor>,
  others?: readonly Monitor[],
  known?: { isComplete?: boolean; observed?: Partial<ObservedPast> },
];

const unknown = (...names: string[]): Partial<Monitor> => ({ unknown_fields: names });
const ping = { type: 'ping', target: 'shop-1.acme.com' };
const http = { type: 'http', target: 'http://shop-1.acme.com/' };
const observedFrom = (days: number, more: Partial<ObservedPast> = {}) => ({
  observed: { from: NOW - days * DAY_MS, ...more },
});
const { monitor_uuid: uuid } = webMonitor();
const maintenanceSince = (days: number) => ({
  maintenance: new Map([[uuid, { from: NOW - days * DAY_MS - 1, to: NOW - days * DAY_MS }]]),
});
const pending = { condition: 'pending', last_check_at: null, last_status: null } as const;
const inactive = { condition: 'inactive', is_active: false, last_check_at: daysAgo(200) } as const;
const down = { condition: 'down', last_status: 'down' } as const;
const silent = { ...down, last_response_time_ms: null };

/** For each rule: monitors that it names, monitors that it must not name, and monitors that lack a fact that it needs. */
const cases: Record<RuleId, { named: Case[]; not: Case[]; unknown: Case[] }> = {
  expects_redirect_but_follows: {
    named: [[{ ...down, expected_status_codes: [301] }], [{ ...down, expected_status_codes: [308, 302] }]],
    not: [
      [{}],
      [{ expected_status_codes: [301] }],
      [{ ...silent, expected_status_codes: [301] }],
      [{ expected_status_codes: [301], follow_redirects: false }],
      [{ expected_status_codes: [200, 301, 302] }],
      [{ expected_status_codes: [304] }],
      [{ expected_status_codes: [] }],
      [{ expected_status_codes: null }],
      [{ ...ping, expected_status_codes: undefined }],
    ],
    unknown: [
      [{ ...down, expected_status_codes: undefined }],
      [{ ...down, expected_status_codes: [301], follow_redirects: null }],
      [{ ...down, expected_status_codes: [301], follow_redirects: undefined }],
      [{ ...pending, expected_status_codes: [301] }],
      [{ ...down, expected_status_codes: [301], settings_as_of: daysAgo(2) }],
      [{ ...down, ...unknown('type'), type: 'unknown', expected_status_codes: [301] }],
    ],
  },
  private_address: {
    named: [
      [{ ...silent, target: 'https://10.1.2.3/' }],
      [{ ...silent, type: 'tcp', target: '::ffff:192.168.1.1' }],
      [{ ...silent, target: 'https://db.internal:8443/' }],
      [{ ...silent, type: 'ping', target: 'LOCALHOST.' }],
    ],
    not: [
      [silent],
      [{ target: 'https://10.1.2.3/' }],
      [{ ...down, target: 'https://10.1.2.3/', last_response_time_ms: 24 }],
      [{ ...silent, target: 'https://8.8.8.8/' }],
      [{ ...silent, target: 'https://localhost.acme.com/' }],
    ],
    unknown: [
      [{ ...silent, target: '', ...unknown('target') }],
      [{ ...silent, target: 'not an address' }],
      [{ target: 'https://10.1.2.3/', last_status: 'degraded' }],
    ],
  },
  test_address: {
    named: [
      [{ ...silent, target: 'https://www.example.com/' }],
      [{ ...silent, target: 'https://192.0.2.7/' }],
    ],
    not: [[silent], [{ target: 'https://www.example.com/' }]],
    unknown: [[{ ...silent, target: '', ...unknown('target') }]],
  },
  never_checked_for_1_day: {
    named: [[{ ...pending, created_at: daysAgo(2), observed_since: daysAgo(2) }]],
    not: [[{}], [{ ...pending, created_at: daysAgo(0.5), observed_since: daysAgo(0.5) }]],
    unknown: [
      [{ ...pending, created_at: null, observed_since: daysAgo(0.5) }],
      [{ condition: 'unknown', last_check_at: null, ...unknown('last_check_at') }],
    ],
  },
  overdue: {
    named: [[{ condition: 'overdue' }]],
    not: [[{}], [down], [{ ...down, interval: null, ...unknown('interval') }]],
    unknown: [
      [{ condition: 'unknown', last_check_at: null, ...unknown('last_check_at') }],
      [{ interval: null, ...unknown('interval') }],
    ],
  },
  down_for_7_days: {
    named: [[{ ...down, observed_since: daysAgo(8) }]],
    not: [
      [{}],
      [{ ...down, observed_since: daysAgo(3), changed_at: daysAgo(3), changed_after: daysAgo(3.1) }],
      [{ ...down, observed_since: daysAgo(3), created_at: daysAgo(5) }],
    ],
    unknown: [
      [{ ...down, observed_since: daysAgo(3) }],
      [{ condition: 'unknown', last_status: null, ...unknown('last_status') }],
    ],
  },
  in_maintenance_for_7_days: {
    named: [
      [{ maintenance_mode: true, updated_at: daysAgo(8) }],
      [{ maintenance_mode: true, updated_at: daysAgo(1) }, [], observedFrom(30, maintenanceSince(8))],
      [{ maintenance_mode: true, updated_at: null }, [], observedFrom(8)],
    ],
    not: [
      [{}],
      [{ maintenance_mode: true, updated_at: daysAgo(1) }, [], observedFrom(30, maintenanceSince(3))],
      [{ maintenance_mode: true, updated_at: daysAgo(1), created_at: daysAgo(2) }, [], observedFrom(30)],
    ],
    unknown: [
      [{ maintenance_mode: true, updated_at: daysAgo(1) }],
      [{ maintenance_mode: true, updated_at: daysAgo(1) }, [], observedFrom(2)],
      [{ maintenance_mode: true, updated_at: daysAgo(1), created_at: null }, [], observedFrom(30)],
      [{ maintenance_mode: null, ...unknown('maintenance_mode') }],
    ],
  },
  inactive_for_90_days: {
    named: [
      [{ ...inactive, observed_since: daysAgo(100), updated_at: daysAgo(1) }],
      [{ ...inactive, observed_since: daysAgo(1), updated_at: daysAgo(120) }],
    ],
    not: [
      [{}],
      [{ ...inactive, last_check_at: daysAgo(20), updated_at: daysAgo(2) }],
      [{ ...inactive, created_at: daysAgo(80), updated_at: daysAgo(2) }],
    ],
    unknown: [
      [{ ...inactive, updated_at: daysAgo(2) }],
      [{ ...inactive, last_check_at: null, updated_at: null }],
      [{ is_active: null, ...unknown('is_active') }],
    ],
  },
  expects_errors_only: {
    named: [[{ expected_status_codes: [401] }], [{ expected_status_codes: [404, 503] }]],
    not: [[{}], [{ expected_status_codes: [200, 404] }], [{ expected_status_codes: [] }], [ping]],
    unknown: [[{ expected_status_codes: undefined }]],
  },
  expects_no_status: {
    named: [[{ expected_status_codes: null }], [{ expected_status_codes: [] }]],
    not: [[{}], [{ ...ping, expected_status_codes: null }]],
    unknown: [[{ expected_status_codes: undefined }]],
  },
  head_method: {
    named: [[{ http_method: 'HEAD' }], [{ http_method: 'head' }]],
    not: [[{}], [{ http_method: null }], [ping]],
    unknown: [[{ http_method: undefined }]],
  },
  changing_method: {
    named: ['POST', 'PUT', 'PATCH', 'DELETE'].map((http_method): Case => [{ http_method }]),
    not: [[{}], [{ http_method: 'OPTIONS' }], [{ http_method: null }], [{ ...ping, http_method: undefined }]],
    unknown: [[{ http_method: undefined }]],
  },
  interval_over_1_h: {
    named: [[{ interval: 3601 }]],
    not: [[{ interval: 3600 }]],
    unknown: [[{ interval: null, ...unknown('interval') }]],
  },
  timeout_reaches_interval: {
    named: [[{ interval: 30, timeout_ms: 30_000 }]],
    not: [[{ interval: 30, timeout_ms: 29_999 }], [{ interval: 1, timeout_ms: null }]],
    unknown: [[{ timeout_ms: undefined }], [{ interval: null, ...unknown('interval') }]],
  },
  timeout_over_30_s: {
    named: [[{ timeout_ms: 30_001 }]],
    not: [[{ timeout_ms: 30_000 }], [{ timeout_ms: null }]],
    unknown: [[{ timeout_ms: undefined }], [{ ...ping, timeout_ms: undefined }]],
  },
  near_timeout: {
    named: [[{ timeout_ms: 1000, last_response_time_ms: 801 }]],
    not: [
      [{ timeout_ms: 1000, last_response_time_ms: 800 }],
      [{ timeout_ms: 1000, last_response_time_ms: 990, ...down }],
      [{ timeout_ms: 1000, last_response_time_ms: null }],
      [{ timeout_ms: null }],
    ],
    unknown: [
      [{ timeout_ms: undefined }],
      [{ last_response_time_ms: null, ...unknown('last_response_time_ms') }],
    ],
  },
  plain_http: {
    named: [[http], [{ type: 'https', target: 'HTTP://shop-1.acme.com/' }]],
    not: [[{}], [{ type: 'http', target: 'https://shop-1.acme.com/' }], [ping]],
    unknown: [
      [{ ...http, target: '', ...unknown('target') }],
      [{ ...http, type: 'unknown', ...unknown('type') }],
    ],
  },
  one_region_only: {
    named: [[{}, ofTwoRegions]],
    not: [
      [{}],
      [{}, [webMonitor({}, 2), webMonitor({}, 3)]],
      [{ target: 'https://shop-2.acme.com/' }, ofTwoRegions],
    ],
    unknown: [
      [{}, ofTwoRegions, { isComplete: false }],
      [{ regions: [], ...unknown('regions') }, ofTwoRegions],
      [{ target: '', ...unknown('target') }, ofTwoRegions],
    ],
  },
  flapping_daily: {
    named: [[{}, [], observedFrom(2, { daysDown: new Map([[uuid, 5]]) })]],
    not: [
      [{}, [], observedFrom(30, { daysDown: new Map([[uuid, 4]]) })],
      [{ created_at: daysAgo(3) }, [], observedFrom(1)],
    ],
    unknown: [[{}], [{}, [], observedFrom(6)]],
  },
  checked_twice: {
    named: [
      [{}, [webMonitor({ target: 'https://SHOP-1.acme.com:443' }, 2)]],
      [
        { expected_status_codes: [200, 204] },
        [webMonitor({ target: 'https://shop-1.acme.com/', expected_status_codes: [204, 200] }, 2)],
      ],
      [{ ...ping, http_method: undefined }, [webMonitor({ ...ping, http_method: undefined }, 2)]],
    ],
    not: [
      [{}, [webMonitor({}, 2)]],
      ...[
        { target: 'https://shop-1.acme.com/?id=2' },
        { regions: ['us-east'] },
        { interval: 300 },
        { is_active: false },
        { http_method: 'HEAD' },
        { expected_status_codes: [204] },
      ].map((changes): Case => [{}, [webMonitor({ target: 'https://shop-1.acme.com/', ...changes }, 2)]]),
    ],
    unknown: [
      [{ timeout_ms: undefined }, [webMonitor({ target: 'https://shop-1.acme.com/' }, 2)]],
      [{}, [webMonitor({ target: 'https://shop-1.acme.com/', http_method: undefined }, 2)]],
      [{ regions: [], ...unknown('regions') }],
    ],
  },
  same_name_other_target: {
    named: [[{ name: 'Shop  API' }, [webMonitor({ name: ' shop api' }, 2)]]],
    not: [
      [{}, [webMonitor({}, 2)]],
      [
        { name: 'a' },
        [webMonitor({ name: 'a', target: 'https://shop-1.acme.com', regions: ['us-east'] }, 2)],
      ],
      [{ name: '' }, [webMonitor({ name: '' }, 2)]],
      [{ name: 'a' }, [webMonitor({ name: 'a', is_active: false }, 2)]],
    ],
    unknown: [
      [{ name: '', ...unknown('name') }],
      [{ name: 'a', target: '', ...unknown('target') }, [webMonitor({ name: 'a' }, 2)]],
    ],
  },
};

test('each rule has its cases, an id for URLs, and one or two sentences that say why', () => {
  expect(Object.keys(cases).sort()).toEqual(rules.map(({ id }) => id).sort());
  for (const { id, why } of rules) {
    expect(id).toMatch(/^[a-z\d_]{1,40}$/);
    expect(reviewRules[id].title).toMatch(/^[A-Z].*[^.]$/);
    expect(why).toMatch(/^[A-Z].*\.$/);
  }
});

test.each(Object.entries(cases))(
  '%s names the right monitors, and is unknown if a fact is missing',
  (id, all) => {
    const verdicts = [
      ...all.named.map((one) => [true, one] as const),
      ...all.not.map((one) => [false, one] as const),
      ...all.unknown.map((one) => [null, one] as const),
    ];
    for (const [verdict, [changes, others = [], known]] of verdicts) {
      expect(verdictOf(id, [webMonitor(changes), ...others], known), JSON.stringify(changes)).toBe(verdict);
    }
  },
);

test.each(rules.filter(({ judgesInactive }) => !judgesInactive).map(({ id }) => id))(
  '%s names no inactive monitor',
  (id) => {
    for (const [changes, others, known] of cases[id].named) {
      const monitor = webMonitor({ ...changes, is_active: false });
      expect(verdictOf(id, [monitor, ...(others ?? [])], known)).toBe(false);
    }
  },
);
