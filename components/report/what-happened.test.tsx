import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Report, ReportedOutage } from '@/lib/contract/report';
import { reportOf } from './report.fixtures';
import { WhatHappened } from './what-happened';

/** The text of each line. */
function linesOf(data: Partial<Report['data']>, isOver = false): string[] {
  const html = renderToStaticMarkup(<WhatHappened report={reportOf({}, data)} isOver={isOver} />);
  return [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, line = '']) => line.replaceAll(/<[^>]*>/g, ''));
}

const at = (time: string) => ({ from: `2026-10-${time}:10.000Z`, to: `2026-10-${time}:40.000Z` });
const outage = (name: string, given: Partial<ReportedOutage> = {}): ReportedOutage => ({
  monitor_uuid: name,
  name,
  began: at('12T03:00'),
  ended: at('12T03:30'),
  lasted_s: { least: 1800, most: 1800 },
  in_incident: false,
  ...given,
});
const incident = {
  monitors: 38,
  type: null,
  region: 'iad1',
  began: { from: '2026-10-05T02:09:00.000Z', to: '2026-10-05T02:18:00.000Z' },
  still_down: 0,
  ended_by: '2026-10-05T02:58:00.000Z',
};
const none = { least: 0, most: 0 };
const dead = {
  ...{ monitor_uuid: 'dead', name: 'dead', type: 'tcp', target: '', port: null },
  availability: { ...none, observed_s: 86_400, observed_share: 1 },
  ...{ outages: none, downtime_s: none, longest_s: none, mean_time_to_recovery_s: null },
};

test('the month is told in five lines: incidents, the longest outages, what is still down or was never up', () => {
  const lines = linesOf({
    outages_seen: 60,
    incidents: [incident, { ...incident, began: at('07T09:00'), ended_by: null, still_down: 2 }, incident],
    outages: [
      outage('dead', { began: null, ended: null }),
      outage('part', { in_incident: true }),
      outage('slow', { ended: null }),
      outage('shop'),
      outage('shop'),
      outage('other'),
    ],
    still_down: 6,
    monitors: [dead],
    never_up: 1,
  });
  expect(lines).toEqual([
    '38 of these monitors in iad1 went down on 5 Oct between 02:09 and 02:18, all over by 02:58',
    '38 of these monitors in iad1 went down on 7 Oct at 09:00, 2 still down',
    'shop: Down 12 Oct, 03:00–03:30, 30 min; 1+ more',
    'Still down: slow (30 min) and 5 more',
    'Never seen up in this month: dead',
  ]);
});

test('a month without outages says so, and one that is over says what was down at its end', () => {
  expect(linesOf({})).toEqual(['No outage was seen.']);
  const outages = [outage('slow', { ended: null })];
  expect(linesOf({ outages, outages_seen: 1, still_down: 1 }, true)).toEqual([
    'Down at the end of the month: slow (30 min in this month)',
  ]);
});
