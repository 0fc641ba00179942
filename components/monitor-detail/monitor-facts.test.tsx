import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ClockProvider } from '@/components/ui/clock';
import { PreferencesProvider } from '@/components/ui/preferences';
import { detailOf, rowOf } from '@/lib/client/monitor-list.fixtures';
import { defaultPreferences } from '@/lib/contract/preferences';
import type { DetailedMonitor } from '@/lib/contract/responses';

import { CheckFacts, MetadataFacts, NowFacts } from './monitor-facts';

/** The fields that the page shows as facts: their names there, and their values when they are unknown. */
const facts = {
  type: ['Type', 'unknown'],
  port: ['Port', null],
  regions: ['Regions', []],
  last_check_at: ['Last check', null],
  last_status: ['Last status', null],
  last_response_time_ms: ['Response time', null],
  interval: ['Next check', null],
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

function factsOf(unknown_fields: readonly Field[]): string {
  const { data, meta } = detailOf(rowOf(1, { type: 'https' }));
  const values = Object.fromEntries(unknown_fields.map((field) => [field, facts[field][1]]));
  const monitor: DetailedMonitor = { ...data, ...values, unknown_fields: [...unknown_fields] };
  return renderToStaticMarkup(
    <ClockProvider serverNow={Date.parse(meta.as_of)}>
      <PreferencesProvider initial={defaultPreferences}>
        <NowFacts monitor={monitor} meta={meta} />
        <CheckFacts monitor={monitor} isLoading={false} />
        <MetadataFacts monitor={monitor} />
      </PreferencesProvider>
    </ClockProvider>,
  );
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

test('a check that became due after the monitor was read is not called missing', () => {
  const now = Date.parse('2026-11-03T12:00:00.000Z');
  const { data, meta } = detailOf(rowOf(1));
  const monitor = { ...data, interval: 60, last_check_at: new Date(now - 90_000).toISOString() };
  const nextCheck = (asOf: number) =>
    renderToStaticMarkup(
      <ClockProvider serverNow={now}>
        <PreferencesProvider initial={defaultPreferences}>
          <NowFacts monitor={monitor} meta={{ ...meta, as_of: new Date(asOf).toISOString() }} />
        </PreferencesProvider>
      </ClockProvider>,
    ).replace(/<[^>]*>/g, '');
  expect(nextCheck(now - 60_000)).toContain('was due 30 s ago (not read since)');
  expect(nextCheck(now - 10_000)).toContain('was due 30 s agoData fetched');
});

function isSetting(field: Field): boolean {
  return ['http_method', 'expected_status_codes', 'follow_redirects', 'timeout_ms'].includes(field);
}
