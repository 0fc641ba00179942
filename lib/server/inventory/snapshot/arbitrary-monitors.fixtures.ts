import fc from 'fast-check';
import { conditions } from '../../../contract/conditions.ts';
import type { ListFields, MonitorSettings } from '../../../contract/monitor.ts';
import type { InventoryMonitor } from './snapshot.ts';

/** Few values per field, so that monitors often share one, including values that break naive code. */
const names = [
  'api',
  'API',
  'node 2',
  'node 10',
  'node 02',
  'Éclair',
  'eclair',
  'Zürich\nedge',
  'Größen',
  'Łódź',
  'ΟΔΟΣ',
  '監視',
  '',
];
export const types = ['http', 'https', 'tcp', 'ping', 'udp', '__proto__', 'constructor'];
const targets = ['https://shop.example.com/', 'db.example.com', '10.0.0.2', '10.0.0.10', 'DB.example.com'];
export const regions = ['eu-west', 'us-east', 'EU-west', '[', '__proto__'];
/** The first three are the same instant. */
const instants = [
  '2025-01-02T03:04:05.678Z',
  '2025-01-02T05:04:05.678+02:00',
  '2025-01-02T03:04:05.6780Z',
  '2024-06-01T00:00:00.000Z',
  '2026-11-20T11:59:30.000Z',
  '2026-11-20T11:00:00Z',
];

const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 3 });
const instant = fc.constantFrom(...instants);
const text = (defaults: readonly string[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...defaults) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  );

export const uuidOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A healthy monitor with the UUID of this number, and with the given changes. */
export function aMonitor(n: number, changes: Partial<InventoryMonitor> = {}): InventoryMonitor {
  return {
    monitor_uuid: uuidOf(n),
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

/** The 14 fields of a row of upstream. */
export function fieldsOf(monitor: InventoryMonitor): ListFields {
  const {
    condition: _c,
    observed_since: _s,
    changed_at: _at,
    changed_after: _after,
    flapping: _f,
    ...fields
  } = monitor;
  return fields;
}

/** The list fields of a monitor with one of few UUIDs, all of them known. */
const soundFields: fc.Arbitrary<ListFields> = fc.record({
  monitor_uuid: fc.integer({ min: 0, max: 30 }).map(uuidOf),
  name: text(names),
  type: fc.constantFrom(...types),
  target: text(targets),
  port: orNull(fc.constantFrom(22, 5432, 0)),
  interval: fc.constantFrom(30, 60, 300),
  regions: fc.array(fc.constantFrom(...regions), { maxLength: 3 }),
  maintenance_mode: fc.boolean(),
  is_active: fc.boolean(),
  last_check_at: orNull(instant),
  last_status: orNull(fc.constantFrom('up', 'down', 'degraded')),
  last_response_time_ms: orNull(fc.constantFrom(0, 1, 42, 10_000)),
  created_at: instant,
  updated_at: instant,
  unknown_fields: fc.constant([]),
});

/** What a row has in place of a field that is unknown. */
const unknownFields: Partial<ListFields> = {
  name: '',
  type: 'unknown',
  target: '',
  port: null,
  interval: null,
  regions: [],
  maintenance_mode: null,
  is_active: null,
  last_check_at: null,
  last_status: null,
  last_response_time_ms: null,
  created_at: null,
  updated_at: null,
};

/** The fields of a row. One row in four has unknown fields. */
export const arbitraryFields: fc.Arbitrary<ListFields> = fc
  .tuple(
    soundFields,
    fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, fc.subarray(Object.keys(unknownFields))),
  )
  .map(([fields, unknown_fields]) => {
    const unknown = Object.entries(unknownFields).filter(([name]) => unknown_fields.includes(name));
    return { ...fields, ...Object.fromEntries(unknown), unknown_fields };
  });

/** The settings of a monitor: none is known, or some are unknown. */
const arbitrarySettings: fc.Arbitrary<MonitorSettings> = fc.oneof(
  fc.constant({}),
  fc.record(
    {
      description: orNull(fc.constantFrom('zzz', 'Die Bücher', 'node 2\nsince 2019')),
      http_method: orNull(fc.constantFrom('GET', 'HEAD', '__proto__')),
      expected_status_codes: orNull(fc.array(fc.constantFrom(200, 204, 1000), { maxLength: 3 })),
      follow_redirects: orNull(fc.boolean()),
      timeout_ms: orNull(fc.constantFrom(500, 5000, 10_000)),
    },
    { requiredKeys: [] },
  ),
);

/** The monitors of a snapshot in random order, with random conditions that may contradict the fields. */
const monitorsWith = (
  fields: fc.Arbitrary<ListFields>,
  settings: fc.Arbitrary<MonitorSettings> = fc.constant({}),
): fc.Arbitrary<InventoryMonitor[]> =>
  fc.uniqueArray(
    fc

      .tuple(fields, settings, fc.constantFrom(...conditions), instant, fc.boolean(), fc.boolean())
      .map(([fields, settings, condition, observed_since, isObserved, flapping]) => ({
        ...fields,
        ...settings,
        condition,
        observed_since,
        changed_at: isObserved ? observed_since : null,
        changed_after: isObserved ? observed_since : null,
        flapping,
      })),
    { selector: ({ monitor_uuid }) => monitor_uuid, maxLength: 25 },
  );
export const arbitraryMonitors = monitorsWith(arbitraryFields);
/** Monitors with some known settings. */
export const monitorsWithSettings = monitorsWith(arbitraryFields, arbitrarySettings);
/** Monitors without unknown fields. */
export const soundMonitors = monitorsWith(soundFields);

/** Targets of each kind. Many differ in one part only. */
export const arbitraryTarget: fc.Arbitrary<Pick<InventoryMonitor, 'type' | 'target' | 'port'>> = fc.record({
  type: fc.constantFrom('https', 'tcp'),
  target: fc.constantFrom(
    ...[
      's',
      'https://e/1',
      'https://e/2',
      'http://e:81',
      '10.1.2.3',
      '10.1.2.4',
      '::1',
      '2001:db8::1',
      'a@b',
    ],
    ...[
      '::ffff:10.1.2.3',
      'https://[::ffff:a01:203]/1',
      'https://münchen.de/1',
      'xn--mnchen-3ya.de',
      '監視',
      '',
    ],
  ),
  port: fc.constantFrom(null, 443),
});
