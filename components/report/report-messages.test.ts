import { expect, test } from 'vitest';
import type { ReportedMonitor } from '@/lib/contract/report';
import {
  countMessage,
  figureColumns,
  layoutOf,
  monitorsMessage,
  monthLabel,
  observedNote,
  outageColumns,
  rememberedMessage,
  reportHref,
  sortedMonitors,
  untilMessage,
} from './report-messages';

test('a number is one only where it is known', () => {
  expect(countMessage({ least: 1203, most: 1203 })).toBe('1,203');
  expect(countMessage({ least: 0, most: 1 })).toBe('0–1');
});

const none = { least: 0, most: 0 };
const figures = {
  availability: { least: 0.99, most: 0.995, observed_s: 2_000_000, observed_share: 0.77 },
  outages: { least: 2, most: 3 },
  downtime_s: { least: 60, most: 65 },
  longest_s: { least: 50, most: 50 },
  mean_time_to_recovery_s: null,
};

test('figures are those of the observed time, and there are none without any', () => {
  const textsOf = (shown: typeof figures) => figureColumns.map(({ show }) => show(shown));
  expect(textsOf(figures)).toEqual(['99–99.5 %', '77 %', '2–3', '1–2 min', '50 s', '–']);
  const availability = { least: null, most: null, observed_s: 0, observed_share: 0 };
  const nothing = { outages: none, downtime_s: none, longest_s: none, mean_time_to_recovery_s: null };
  const texts = figureColumns.map(({ show }) => show({ ...nothing, availability }));
  expect(texts).toEqual(['–', '0 %', '–', '–', '–', '–']);
});

test('the headline says how little of the month was observed', () => {
  const { availability } = figures;
  expect(observedNote(figures, true)).toBeNull();
  expect(observedNote({ ...figures, availability: { ...availability, observed_share: 0.3 } }, false)).toBe(
    'Only 30 % of the month so far was observed. The figures say nothing of the rest.',
  );
  const little = { least: null, most: null, observed_s: 86_400, observed_share: 0.03 };
  expect(observedNote({ ...figures, availability: little }, true)).toBe(
    'Only 3 % of the month was observed. That is too little for a figure.',
  );
});

const at = (time: string) => ({ from: `2026-10-${time}:10.000Z`, to: `2026-10-${time}:40.000Z` });
test.each([
  [at('12T03:00'), at('12T03:30'), true, 'Down 12 Oct, 03:00–03:30'],
  [at('12T23:59'), at('13T00:01'), true, 'Down 12 Oct, 23:59–13 Oct, 00:01'],
  [at('12T03:00'), null, false, 'Down since 12 Oct, 03:00'],
  [at('12T03:00'), null, true, 'Down from 12 Oct, 03:00, not seen to end in the month'],
  [null, at('12T03:30'), true, 'Down from before the month or the first reading until 12 Oct, 03:30'],
  [null, null, false, 'Down from before the month or the first reading, not ended yet'],
])('an outage has the times and the length of the page of its monitor', (began, ended, isOver, text) => {
  const outage = { monitor_uuid: '', name: '', began, ended, lasted_s: { least: 27, most: 1800 } };
  const texts = outageColumns('2026-10', isOver).map(({ show }) => show(outage));
  expect(texts).toEqual([text, 'up to 30 min']);
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

test('the URL has the order of the monitors and the title, unless they are the usual ones', () => {
  const roundTrip = (url: string) =>
    reportHref('type=tcp', '2026-10', layoutOf(new URLSearchParams(url))).replace(
      '/report?type=tcp&month=2026-10',
      '',
    );
  expect(roundTrip('')).toBe('');
  expect(roundTrip('sort=availability&order=asc&title=+')).toBe('');
  expect(roundTrip('sort=attention&order=up')).toBe('');
  expect(roundTrip('sort=downtime&order=desc')).toBe('&sort=downtime');
  expect(roundTrip('sort=availability&order=desc')).toBe('&sort=availability&order=desc');
  expect(roundTrip('title=Ours+%26+theirs&sort=name')).toBe('&title=Ours+%26+theirs&sort=name');
});

test('monitors are sorted by each heading, and those without a figure are last', () => {
  const seconds = (least: number) => ({ least, most: least + 5 });
  const monitor = (name: string, part: Partial<ReportedMonitor>): ReportedMonitor => ({
    monitor_uuid: name,
    name,
    type: 'tcp',
    target: '',
    port: null,
    availability: figures.availability,
    outages: figures.outages,
    downtime_s: figures.downtime_s,
    longest_s: figures.longest_s,
    mean_time_to_recovery_s: null,
    ...part,
  });
  const unseen = { least: null, most: null, observed_s: 0, observed_share: 0 };
  const monitors = [
    monitor('b 10', { downtime_s: seconds(30), mean_time_to_recovery_s: seconds(3) }),
    monitor('B 9', { downtime_s: seconds(90) }),
    monitor('a', { downtime_s: seconds(0), availability: unseen }),
  ];
  const namesOf = (url: string) =>
    sortedMonitors(monitors, layoutOf(new URLSearchParams(url))).map(({ name }) => name);
  expect(namesOf('')).toEqual(['b 10', 'B 9', 'a']);
  expect(namesOf('sort=name')).toEqual(['a', 'B 9', 'b 10']);
  expect(namesOf('sort=name&order=desc')).toEqual(['b 10', 'B 9', 'a']);
  expect(namesOf('sort=downtime')).toEqual(['B 9', 'b 10', 'a']);
  expect(namesOf('sort=downtime&order=asc')).toEqual(['b 10', 'B 9', 'a']);
  expect(namesOf('sort=recovery')).toEqual(['b 10', 'B 9', 'a']);
});
