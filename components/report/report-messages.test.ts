import { expect, test } from 'vitest';
import {
  countMessage,
  monitorsMessage,
  monthLabel,
  neverUpMessage,
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

test('the monitors that were never up are told apart from the others', () => {
  const figures = (least: number, most: number, downtime: number) => ({
    ...{ monitor_uuid: '', name: '', type: 'https', target: '', port: null },
    availability: { least, most, observed_s: 2_000_000, observed_share: 0.77 },
    outages: { least: 1, most: 1 },
    downtime_s: { least: downtime, most: downtime },
    longest_s: { least: downtime, most: downtime },
    mean_time_to_recovery_s: null,
  });
  const [never, failing] = [figures(0, 0, 86_400), figures(0, 0.9, 600)];
  const message = (monitors: (typeof never)[], all: number) =>
    neverUpMessage({ all: null, monitors, outages: [], outages_seen: 0 }, { monitors: all });
  expect(message([never, never, failing], 3)).toBe(
    '2 monitors were never seen up: 2 d of the downtime above.',
  );
  expect(message([failing], 1)).toBeNull();
  expect(message([never], 2), 'perhaps others were not, either').toBeNull();
});

const at = (time: string) => ({ from: `2026-10-${time}:10.000Z`, to: `2026-10-${time}:40.000Z` });
test.each([
  [at('12T03:00'), at('12T03:30'), true, 'Down 12 Oct, 03:00–03:30'],
  [at('12T23:59'), at('13T00:01'), true, 'Down 12 Oct, 23:59–13 Oct, 00:01'],
  [at('12T03:00'), null, false, 'Down since 12 Oct, 03:00'],
  [at('12T03:00'), null, true, 'Down from 12 Oct, 03:00, not seen to end in the month'],
  [null, at('12T03:30'), true, 'Down from before the month or the first reading until 12 Oct, 03:30'],
  [null, null, false, 'Down from before the month or the first reading, not ended yet'],
])('an outage has the times of the page of its monitor', (began, ended, isOver, text) => {
  const outage = { monitor_uuid: '', name: '', began, ended, lasted_s: { least: 27, most: 1800 } };
  expect(outageMessage(outage, '2026-10', isOver)).toBe(text);
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
