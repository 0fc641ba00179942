import { expect, test } from 'vitest';
import { periodTime } from '@/components/time-chart/time-labels';
import { historyOf, isoAt, noon, QUARTER_MS, slotOf } from './observed.fixtures';
import {
  downSinceBefore,
  type Lasting,
  noChangesMessage,
  nothingMessage,
  observedMessage,
  omittedMessage,
  outagesMessage,
  periodLabel,
  responseTimesLabel,
} from './observed-messages';
import { periodsOf } from './periods';

function message(slots: ReturnType<typeof slotOf>[], timeZone = 'Europe/Berlin') {
  return observedMessage(historyOf(slots), periodsOf(slots, 1, noon), noon, timeZone);
}

test('the sentence says how many of the seen checks were up, and since when', () => {
  expect(message([slotOf(2), slotOf(1, { state: 'down', down: 1 })])).toBe(
    'Up in 29 of 30 checks seen since 12:30.',
  );
  expect(message([slotOf(80, { checks: 1204, down: 1 })], 'UTC')).toBe(
    'Up in 1,203 of 1,204 checks seen since 19 Nov, 18:05 UTC.',
  );
  expect(message([slotOf(1)])).toBe('Up in all 15 checks seen since 12:45.');
  expect(message([slotOf(1, { checks: 1 })])).toBe('Up in 1 of 1 check seen since 12:45.');
  expect(message([slotOf(1, { checks: 1, down: 1 })])).toBe('Up in 0 of 1 check seen since 12:45.');
  expect(message([slotOf(1, { state: 'inactive', checks: 0 })])).toBe('No checks seen since 12:45.');
});

test('the outages of the range are counted, and the longest is named, with what is not certain', () => {
  const outages = (least: number, most: number) =>
    outagesMessage({ outages: { least, most }, longest_s: { least: 480, most: 550 } }, null);
  expect(outages(0, 0)).toBe('No outage seen.');
  expect(outages(1, 1)).toBe('1 outage, 8–10 min long.');
  expect(outages(3, 3)).toBe('3 outages, the longest 8–10 min.');
  expect(outages(2, 3)).toBe('2–3 outages, the longest 8–10 min.');
});

test('an outage that lasts since before the range is as long as elsewhere on the page, not as the range', () => {
  const day = { outages: { least: 1, most: 1 }, longest_s: { least: 86_000, most: 86_400 } };
  const monitor = (changed_after: string | null): Lasting => ({
    condition: 'down',
    created_at: null,
    observed_since: isoAt(noon - 40 * 86_400_000),
    changed_after,
  });
  const long = (state: Lasting | null) =>
    outagesMessage(day, downSinceBefore(state, noon - 86_400_000, noon));
  expect(long(monitor(null)), 'its beginning was not seen').toBe('1 outage, over 40 d so far.');
  expect(long(monitor(isoAt(noon - 41 * 86_400_000)))).toBe('1 outage, about 41 d so far.');
  expect(long(monitor(isoAt(noon - 3_600_000)))).toBe('1 outage, 1 d long.');
  expect(long({ ...monitor(null), condition: 'up' })).toBe('1 outage, 1 d long.');
  expect(long(null)).toBe('1 outage, 1 d long.');
});

test('checks with an unknown status are not up, and the sentence says that they are not counted', () => {
  expect(message([slotOf(1, { state: 'unknown', checks: 0 })])).toBe(
    'No checks with a known status seen since 12:45.',
  );
  expect(message([slotOf(2), slotOf(1, { state: 'unknown', checks: 3 })])).toBe(
    'Up in all 18 checks with a known status seen since 12:30.',
  );
});

test('checks before the range are not counted, and the observation does not begin with them', () => {
  expect(message([slotOf(96), slotOf(1)])).toBe('Up in all 15 checks seen since 12:45.');
});

test('the message says why there is nothing to show', () => {
  const { meta } = historyOf([]);
  expect(nothingMessage({ ...meta, observed_from: null }, 1)).toBe('Nothing has been observed yet.');
  expect(nothingMessage({ ...meta, kept_days: 20 }, 30)).toBe('Nothing was observed in the last 20 days.');
});

test('without changes the message has the same beginning as the sentence about the checks', () => {
  for (const [ago, begin] of [
    [2, '11:30 UTC'],
    [80, '19 Nov, 18:05 UTC'],
  ] as const) {
    const slots = [slotOf(ago)];
    const given = [historyOf(slots), periodsOf(slots, 1, noon), noon, 'UTC'] as const;
    expect(noChangesMessage(...given)).toBe(`No changes since ${begin}.`);
    expect(observedMessage(...given)).toBe(`Up in all 15 checks seen since ${begin}.`);
  }
  expect(noChangesMessage(historyOf([], { observed_from: null }), [], noon, 'UTC')).toBe('No changes yet.');
});

test('the message says how many changes are shown', () => {
  expect(omittedMessage(10, 10, true)).toBeNull();
  expect(omittedMessage(37, 10, true)).toBe('The newest 10 of 37 changes in this time range.');
  expect(omittedMessage(100, 10, false), 'a response has no more').toBe(
    'The newest 10 of at least 100 changes in this time range.',
  );
});

function label(changes: Parameters<typeof slotOf>[1]) {
  const period = periodsOf([slotOf(4, changes)], 1, noon).at(-5);
  return period && periodLabel(period, noon, 'Europe/Berlin');
}

test('the label of a period has what was seen, and when', () => {
  expect(label({ state: 'down', checks: 14, down: 3 })).toBe('Down, 3 of 14 checks down, 12:00 to 12:15');
  expect(label({ state: 'down', checks: 1, down: 1 })).toBe('Down, 1 of 1 check down, 12:00 to 12:15');
  expect(label({ state: 'down', checks: 14 })).toBe('Down, until the first of 14 checks, 12:00 to 12:15');
  expect(label({ state: 'overdue', checks: 0 })).toBe('Overdue, no new check, 12:00 to 12:15');
  expect(label({ state: 'unknown', checks: 0 })).toBe('Unknown, no check up or down, 12:00 to 12:15');
  expect(label({ maintenance: true })).toBe('Up, maintenance, 15 checks, 12:00 to 12:15');
});

test('a period without a crawl has no checks', () => {
  const [first, last] = [periodsOf([], 1, noon)[0], periodsOf([], 1, noon).at(-1)];
  expect(first && periodLabel(first, noon, 'UTC')).toBe('Not observed, 19 Nov, 12:15 to 12:30 UTC');
  expect(last && periodLabel(last, noon + 60_000, 'UTC')).toBe('Not recorded yet, 12:00 to 12:01 UTC');
});

test('the time of a period has its date once, unless it contains midnight', () => {
  const midnight = noon - 12 * 3_600_000;
  const time = (from: number, to: number) => periodTime({ from, to }, noon, 'UTC');
  expect(time(midnight - QUARTER_MS, midnight)).toBe('19 Nov, 23:45 to 00:00 UTC');
  expect(time(midnight - QUARTER_MS, midnight + QUARTER_MS)).toBe('19 Nov, 23:45 to 20 Nov, 00:15 UTC');
});

test('where the clocks change, both ends of a period have their zone', () => {
  // 15 minutes, although the clocks show 75.
  const period = { from: Date.parse('2026-03-29T00:45:00Z'), to: Date.parse('2026-03-29T01:00:00Z') };
  expect(periodTime(period, noon, 'Europe/Berlin')).toBe('29 Mar, 01:45 CET to 03:00 CEST');
});

test('the label of the response times has mean and maximum', () => {
  expect(responseTimesLabel({ meanMs: 210.4, maxMs: 1900 })).toBe('Mean 210 ms, maximum 1,900 ms');
  expect(responseTimesLabel({ meanMs: null, maxMs: null })).toBeNull();
});
