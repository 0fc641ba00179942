import { expect, test } from 'vitest';
import { historyOf, isoAt, noon, slotOf } from './observed.fixtures';
import {
  noChangesMessage,
  nothingMessage,
  observedMessage,
  omittedMessage,
  outagesMessage,
} from './observed-messages';
import { periodsOf } from './periods';

function message(
  slots: ReturnType<typeof slotOf>[],
  share: number | null = null,
  timeZone = 'Europe/Berlin',
) {
  return observedMessage(historyOf(slots), periodsOf(slots, 1, noon), share, noon, timeZone);
}

test('the sentence says how many of the seen checks were up, and since when', () => {
  expect(message([slotOf(2), slotOf(1, { state: 'down', down: 1 })])).toBe(
    'Up in 29 of 30 checks seen since 12:30.',
  );
  expect(message([slotOf(80, { checks: 1204, down: 1 })], null, 'UTC')).toBe(
    'Up in 1,203 of 1,204 checks seen since 19 Nov, 18:05 UTC.',
  );
  expect(message([slotOf(1)])).toBe('Up in all 15 checks seen since 12:45.');
  expect(message([slotOf(1, { checks: 1 })])).toBe('Up in 1 of 1 check seen since 12:45.');
  expect(message([slotOf(1, { checks: 1, down: 1 })])).toBe('Up in 0 of 1 check seen since 12:45.');
  expect(message([slotOf(1, { state: 'inactive', checks: 0 })])).toBe('No checks seen since 12:45.');
});

test('the outages of the range are counted, and the longest is named, with what is not certain', () => {
  const outages = (least: number, most: number) =>
    outagesMessage({ outages: { least, most }, longest_s: { least: 480, most: 550 } });
  expect(outages(0, 0)).toBe('No outage seen.');
  expect(outages(1, 1)).toBe('1 outage, 8–10 min long.');
  expect(outages(3, 3)).toBe('3 outages, the longest 8–10 min.');
  expect(outages(2, 3)).toBe('2–3 outages, the longest 8–10 min.');
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

test('the sentence says which share of the checks Sightline sees', () => {
  const sees = (share: number | null) => message([slotOf(1)], share).split('12:45.')[1];
  expect(sees(null)).toBe('');
  expect(sees(0)).toBe('');
  expect(sees(1)).toBe(' Sightline sees nearly every check.');
  expect(sees(0.8)).toBe(' Sightline sees about 8 of 10 checks.');
  expect(sees(0.52)).toBe(' Sightline sees about every second check.');
  expect(sees(0.1)).toBe(' Sightline sees about every tenth check.');
  expect(sees(0.05)).toBe(' Sightline sees about one of 20 checks.');
});

test('in the first hour the sentence says how long Sightline has been watching', () => {
  const slots = [slotOf(1)];
  const since = (minutes: number, share: number | null) =>
    observedMessage(
      historyOf(slots, { observed_from: isoAt(noon - minutes * 60_000) }),
      periodsOf(slots, 1, noon),
      share,
      noon,
      'UTC',
    );
  expect(since(4, null)).toBe(
    'Up in all 15 checks seen since 11:56 UTC. Sightline has been watching for 4 min.',
  );
  expect(since(30, 0.5)).toMatch(/UTC\. Sightline sees about every second check\.$/);
  expect(since(60, null)).toMatch(/UTC\.$/);
});

test('the message says why there is nothing to show', () => {
  const meta = (minutes: number) => historyOf([], { observed_from: isoAt(noon - minutes * 60_000) }).meta;
  expect(nothingMessage(historyOf([], { observed_from: null }).meta, 1, noon)).toBe(
    'Nothing has been observed yet.',
  );
  expect(nothingMessage(meta(4), 1, noon)).toBe('Sightline has been watching for 4 min.');
  expect(nothingMessage(meta(0.5), 1, noon)).toBe('Sightline has been watching for less than a minute.');
  expect(nothingMessage(meta(600), 7, noon)).toBe('Nothing was observed in the last 7 days.');
  expect(nothingMessage({ ...meta(600), kept_days: 20 }, 30, noon)).toBe(
    'Nothing was observed in the last 20 days.',
  );
});

test('the message without changes has the time when the observation or the range began, whichever is later', () => {
  const { meta } = historyOf([]);
  expect(noChangesMessage(meta, noon - 3_600_000, noon, 'UTC')).toBe('No changes since 11:00 UTC.');
  expect(noChangesMessage(meta, 0, noon, 'UTC')).toBe('No changes since 19 Nov, 18:05 UTC.');
  expect(noChangesMessage({ ...meta, observed_from: null }, 0, noon, 'UTC')).toBe('No changes yet.');
});

test('the message says how many changes are shown', () => {
  expect(omittedMessage(10, 10, true)).toBeNull();
  expect(omittedMessage(37, 10, true)).toBe('The newest 10 of 37 changes in this time range.');
  expect(omittedMessage(100, 10, false), 'a response has no more').toBe(
    'The newest 10 of at least 100 changes in this time range.',
  );
});
