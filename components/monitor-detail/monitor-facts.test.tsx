import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactAge } from '@/components/ui/age';
import { htmlAt } from '@/components/ui/render.fixtures';
import { detailOf, rowOf } from '@/lib/client/monitor-list.fixtures';
import type { DetailedMonitor } from '@/lib/contract/responses';

import { beginningOf, CheckFacts, MetadataFacts, NowFacts } from './monitor-facts';

/** The fields that the page shows as facts: their names there, and their values when they are unknown. */
const facts = {
  type: ['Type', 'unknown'],
  port: ['Port', null],
  regions: ['Regions', []],
  last_check_at: ['Last check', null],
  last_status: ['Last status', null],
  last_response_time_ms: ['Response time', null],
  interval: ['Interval', null],
  is_active: ['Next check', null],
  maintenance_mode: ['Maintenance', null],
  created_at: ['Created', null],
  updated_at: ['Updated', null],
  description: ['Description', null],
  http_method: ['Method', null],
  expected_status_codes: ['Expected status', null],
  follow_redirects: ['Redirects', null],
  timeout_ms: ['Timeout', null],
} as const satisfies Partial<Record<keyof DetailedMonitor, readonly [string, unknown]>>;
type Field = keyof typeof facts;
const fields = Object.keys(facts).filter((name): name is Field => name in facts);

const { data, meta: read } = detailOf(rowOf(1, { type: 'https' }));

const readAt = Date.parse(read.as_of);

function htmlOf(monitor: DetailedMonitor, meta = read): string {
  return htmlAt(
    readAt,
    <>
      <NowFacts monitor={monitor} meta={meta} />
      <CheckFacts monitor={monitor} isLoading={false} />
      <MetadataFacts monitor={monitor} />
    </>,
  );
}

function factsOf(unknown_fields: readonly Field[]): string {
  const values = Object.fromEntries(unknown_fields.map((field) => [field, facts[field][1]]));
  return htmlOf({ ...data, ...values, unknown_fields: [...unknown_fields] });
}

/** The texts of all facts by their names. */
function textsOf(changes: Partial<DetailedMonitor>, meta = read): Record<string, string> {
  const items = [
    ...htmlOf({ ...data, ...changes }, meta).matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs),
  ];
  return Object.fromEntries(items.map(([, name = '', value = '']) => [name, value.replace(/<[^>]*>/g, '')]));
}

test('row 89: each unknown field is shown as unknown, and no value is invented for it', () => {
  fc.assert(
    fc.property(fc.subarray(fields), (unknown) => {
      const html = factsOf(unknown);
      expect(html).not.toMatch(/NaN|Invalid Date|undefined|1970/);
      for (const field of unknown) {
        // If the type is unknown, the settings of HTTP checks are not shown.
        if (unknown.includes('type') && isSetting(field)) continue;
        const [, value = ''] =
          html.split(`>${facts[field][0]}</dt><dd`)[1]?.split('</dd>')[0]?.split(/>(.*)/s) ?? [];
        expect(value.replace(/<[^>]*>/g, ''), field).toBe('Unknown');
      }
    }),
  );
});

test('the next check has its time, also when it has passed, and only an overdue one was due', () => {
  const last_check_at = new Date(readAt - 600_000).toISOString();
  const monitor = { interval: 300, last_check_at };
  expect(textsOf({ ...monitor, interval: 900 })).toMatchObject({ 'Next check': 'due about 12:05 UTC' });
  expect(textsOf(monitor)).toMatchObject({ 'Next check': 'due about 11:55 UTC' });
  expect(textsOf({ ...monitor, condition: 'overdue' })).toMatchObject({ 'Next check': 'was due 5 min ago' });
});

test('a setting that is null is not set; the settings of HTTP checks then have the default of the service', () => {
  const settings = [
    'http_method',
    'expected_status_codes',
    'follow_redirects',
    'timeout_ms',
    'description',
  ] as const;
  const none = Object.fromEntries(settings.map((field) => [field, null]));
  expect(textsOf(none)).toMatchObject({
    Description: 'Not set',
    Method: 'Not set (service default)',
    'Expected status': 'Not set (service default)',
    Redirects: 'Not set (service default)',
    Timeout: 'Not set (service default)',
  });
  expect(textsOf({ expected_status_codes: [200, 204], timeout_ms: 10_000 })).toMatchObject({
    'Expected status': '200, 204',
    Timeout: '10 s (10,000 ms)',
  });
});

test('only HTTP checks have HTTP settings, and only a monitor with a port has one', () => {
  expect(textsOf({ port: null })).not.toHaveProperty('Port');
  const { Method, Timeout, Port } = textsOf({ type: 'tcp', port: 5432 });
  expect({ Method, Timeout, Port }).toEqual({ Port: '5432' });
  expect(textsOf({ type: 'ping' })).not.toHaveProperty('Method');
});

test('a monitor that was never checked, is inactive or in maintenance is described as such', () => {
  const never = { last_check_at: null, last_status: null, last_response_time_ms: null };
  expect(textsOf(never)).toMatchObject({
    'Last check': 'Never',
    'Response time': 'Never checked',
    'Next check': 'Unknown (never checked)',
  });
  expect(textsOf({ last_response_time_ms: null })).toMatchObject({ 'Response time': 'No response' });
  expect(textsOf({ is_active: false })).toMatchObject({ 'Next check': 'None (inactive)' });
  expect(textsOf({ maintenance_mode: true })).toMatchObject({
    Maintenance: 'Alerts are off; checks may be paused.',
  });
  expect(textsOf({})).not.toHaveProperty('Maintenance');
  expect(textsOf({}), 'the condition already shows it').not.toHaveProperty('Last status');
});

test('a check that is dated in the future is said to be', () => {
  const last_check_at = '2026-11-20T14:30:00.000Z';
  const shown = textsOf({ last_check_at });
  expect(shown['Last check']).toMatch(/2 h ahead, in the future$/);
  expect(shown['Next check']).toBe('Unknown (the last check is in the future)');
  expect(htmlAt(readAt, <ExactAge iso={last_check_at} />)).toMatch(/title="In the future: .*2 h ahead/);
});

test('settings that are older than the rest have an age of their own', () => {
  expect(textsOf({}, { ...read, detail_as_of: '2026-11-20T11:55:00.000Z' })).toMatchObject({
    'Data fetched': '0 s ago, settings 5 min ago',
  });
});

function isSetting(field: Field): boolean {
  return ['http_method', 'expected_status_codes', 'follow_redirects', 'timeout_ms'].includes(field);
}

const lasting = {
  condition: 'down',
  last_status: 'down',
  created_at: '2026-11-01T10:00:00.000Z',
  observed_since: '2026-11-20T14:07:30.000Z',
  changed_after: '2026-11-20T13:59:10.000Z',
} as const;
const later = Date.parse('2026-11-20T15:00:00.000Z');

test.each([
  [{}, 'Went down between 13:59 and 14:07 UTC'],
  [{ changed_after: '2026-11-20T14:07:02.000Z' }, 'Went down at 14:07 UTC'],
  [{ condition: 'up', last_status: 'up' }, 'Came up between 13:59 and 14:07 UTC'],
  [{ changed_after: null }, 'Down when first seen, 14:07 UTC'],
  [{ condition: 'overdue', observed_since: '2026-11-20T14:06:00.000Z' }, 'No check since 14:06 UTC'],
  [{ condition: 'pending', observed_since: '2026-11-01T10:00:00.000Z' }, 'Created 1 Nov, 10:00 UTC'],
] as const)('%j: %s', (fields, text) => {
  expect(beginningOf({ ...lasting, ...fields }, later, 'UTC')).toBe(text);
});

test('a condition that began on an earlier day has its date, and two dates if it may have begun before or after midnight', () => {
  const tomorrow = later + 86_400_000;
  expect(beginningOf(lasting, tomorrow, 'UTC')).toBe('Went down on 20 Nov between 13:59 and 14:07 UTC');
  const midnight = { changed_after: '2026-11-19T23:50:00.000Z', observed_since: '2026-11-20T00:10:00.000Z' };
  expect(beginningOf({ ...lasting, ...midnight }, later, 'UTC')).toBe(
    'Went down between 19 Nov, 23:50 and 20 Nov, 00:10 UTC',
  );
});
