import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ClockProvider } from '@/components/ui/clock';
import { PreferencesProvider } from '@/components/ui/preferences';
import { defaultPreferences } from '@/lib/contract/preferences';
import { ResetsNote, resetsMessage } from './resets-note';
import { historyOf, noon, usageOf } from './usage.fixtures';

const message = (given: Parameters<typeof usageOf>[0], quota: 'daily' | 'monthly' = 'daily') =>
  resetsMessage(usageOf(given), quota, noon, 'UTC');

test('the note says that no reset was observed yet', () => {
  expect(message({})).toBe('Day: no reset seen since 10:00 UTC.');
  expect(message({ spent_elsewhere: { since: null, daily: 0, monthly: 0 } }, 'monthly')).toBe(
    'Month: no data yet.',
  );
});

test('the note has the interval of one observed reset', () => {
  expect(message({ history: historyOf([30, 10], [15, 5000]) })).toBe(
    'Day: reset seen between 11:30 UTC and 11:45 UTC. One more is needed to confirm the daily time.',
  );
});

test('the note has a known reset time', () => {
  const daily = {
    limit: 5000,
    remaining: 1,
    resets_at: '2026-11-21T02:00:00.000Z',
    resets_at_local: null,
    runs_out_at: null,
  };
  expect(message({ daily })).toBe('Day: next reset around 21 Nov, 02:00 UTC.');
});

test('the note is about the resets that are not configured, and missing when both are', () => {
  const { daily, monthly } = usageOf();
  const configured = {
    daily: { ...daily, resets_at_local: '2026-11-21 00:00 Europe/Berlin' },
    monthly: { ...monthly, resets_at_local: '2026-12-01 00:00 Europe/Berlin' },
  };
  const htmlOf = (given: Parameters<typeof usageOf>[0]) =>
    renderToStaticMarkup(
      <ClockProvider serverNow={noon}>
        <PreferencesProvider initial={defaultPreferences}>
          <ResetsNote data={usageOf(given)} />
        </PreferencesProvider>
      </ClockProvider>,
    );
  expect(htmlOf({})).toMatch(/ not when the day and the month do\. .* Day: .* Month: /);
  expect(htmlOf({ daily: configured.daily })).toMatch(/SIGHTLINE_QUOTA_RESET\. Month: /);
  expect(htmlOf(configured)).not.toContain('The API reports');
});
