import { expect, test } from 'vitest';
import {
  countMessage,
  lastedMessage,
  monitorsMessage,
  monthLabel,
  observedNote,
  outageMessage,
  rememberedMessage,
  untilMessage,
} from './report-messages';

test('a number is one only where it is known', () => {
  expect(countMessage({ least: 1203, most: 1203 })).toBe('1,203');
  expect(countMessage({ least: 0, most: 1 })).toBe('0–1');
});

test('the headline says how little of the month was observed', () => {
  const availability = { least: 0.99, most: 0.995, observed_s: 2_000_000, observed_share: 0.77 };
  expect(observedNote(availability, true)).toBeNull();
  expect(observedNote({ ...availability, observed_share: 0.3 }, false)).toBe(
    'Only 30 % of the month so far was observed. The figures say nothing of the rest.',
  );
  const little = { least: null, most: null, observed_s: 86_400, observed_share: 0.03 };
  expect(observedNote(little, true)).toBe(
    'Only 3 % of the month was observed. That is too little for a figure.',
  );
});

const at = (time: string) => ({ from: `2026-10-${time}:10.000Z`, to: `2026-10-${time}:40.000Z` });
test.each([
  [at('12T03:00'), at('12T03:30'), true, 'Down 12 Oct, 03:00–03:30', '2 d'],
  [at('12T23:59'), at('13T00:01'), true, 'Down 12 Oct, 23:59–13 Oct, 00:01', '2 d'],
  [at('12T03:00'), null, false, 'Down since 12 Oct, 03:00', '2 d'],
  [at('12T03:00'), null, true, 'Down since 12 Oct, 03:00', '2 d in this month'],
  [null, at('12T03:30'), true, 'Down until 12 Oct, 03:30', '2 d in this month'],
  [null, null, false, 'Down all the time observed', '2 d in this month'],
])('an outage has the times of the page of its monitor, and its length within the month', (...given) => {
  const [began, ended, isOver, times, lasted] = given;
  const lasted_s = { least: 172_800, most: 172_800 };
  const outage = { monitor_uuid: '', name: '', began, ended, lasted_s, in_incident: false };
  expect(outageMessage(outage, '2026-10')).toBe(times);
  expect(lastedMessage(outage, isOver)).toBe(lasted);
});

test('it says which monitors it is about', () => {
  expect(monitorsMessage({ view: '', monitors: 1 }, null)).toBe('All 1 monitor');
  expect(monitorsMessage({ view: 'type=https&region=-fra1', monitors: 12 }, 'Shop')).toBe(
    'Shop: 12 monitors with Type: https; Region: not fra1',
  );
});

test('it says which part of the month it is about', () => {
  const end = Date.parse('2026-12-01T00:00:00Z');
  expect(monthLabel('2026-11')).toBe('November 2026');
  expect(untilMessage('2026-12-01T00:00:00.000Z', end)).toBeNull();
  expect(untilMessage('2026-11-26T17:20:30.000Z', end)).toBe('so far, until 2026-11-26 17:20');
  const since = '2026-11-01T00:00:00.000Z';
  expect(rememberedMessage({ observed_from: since, since })).toBeNull();
  expect(rememberedMessage({ observed_from: '2026-11-03T12:00:00.000Z', since })).toBe(
    'What was observed is remembered since 2026-11-03 12:00.',
  );
});
