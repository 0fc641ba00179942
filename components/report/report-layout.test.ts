import { expect, test } from 'vitest';
import type { ReportedMonitor } from '@/lib/contract/report';
import { figureColumns, layoutOf, outageColumns, reportHref, sorted } from './report-layout';

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

test('the URL has the orders and the title, unless they are the usual ones', () => {
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
  expect(roundTrip('outage_sort=began&outage_order=asc')).toBe('&outage_sort=began');
  expect(roundTrip('sort=name&outage_order=asc')).toBe('&sort=name&outage_sort=lasted&outage_order=asc');
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
    sorted(monitors, figureColumns, layoutOf(new URLSearchParams(url)).monitors).map(({ name }) => name);
  expect(namesOf('')).toEqual(['b 10', 'B 9', 'a']);
  expect(namesOf('sort=name')).toEqual(['a', 'B 9', 'b 10']);
  expect(namesOf('sort=name&order=desc')).toEqual(['b 10', 'B 9', 'a']);
  expect(namesOf('sort=downtime')).toEqual(['B 9', 'b 10', 'a']);
  expect(namesOf('sort=downtime&order=asc')).toEqual(['b 10', 'B 9', 'a']);
  expect(namesOf('sort=recovery')).toEqual(['b 10', 'B 9', 'a']);
});

test('outages are sorted by each heading: the longest first, or in the order of their beginning', () => {
  const outage = (name: string, day: string | null, least: number) => {
    const time = `2026-10-${day}T03:00:00.000Z`;
    const lasted_s = { least, most: least + 60 };
    const began = day === null ? null : { from: time, to: time };
    const texts = { times: '', lasted: '' };
    return { monitor_uuid: '', name, ...texts, began, ended: null, lasted_s, in_incident: false };
  };
  const outages = [outage('b', '12', 600), outage('a', null, 300), outage('c', '03', 60)];
  const namesOf = (url: string) =>
    sorted(outages, outageColumns, layoutOf(new URLSearchParams(url)).outages).map(({ name }) => name);
  expect(namesOf('')).toEqual(['b', 'a', 'c']);
  expect(namesOf('outage_order=asc')).toEqual(['c', 'a', 'b']);
  expect(namesOf('outage_sort=began')).toEqual(['a', 'c', 'b']);
  expect(namesOf('outage_sort=name&outage_order=desc')).toEqual(['c', 'b', 'a']);
  expect(namesOf('sort=name')).toEqual(['b', 'a', 'c']);
});
