import { expect, test } from 'vitest';
import { changeMessage, editsOf, intervalParts, intervalPhrase } from './change-messages';
import { changeOf } from './changes.fixtures';

const to = '2026-11-21T14:02:00.000Z';
const lasted = { at_least_s: 660, at_most_s: 790 };
const message = (...[kind, given]: [Parameters<typeof changeOf>[1], Parameters<typeof changeOf>[3]?]) =>
  changeMessage(changeOf('1', kind, to, given), Date.parse('2026-11-21T14:12:00.000Z'), 'UTC');

test('a change that begins something shows how long it lasted, or has lasted so far', () => {
  expect(message('down', { lasted })).toBe('Down for 11–13 min, until 14:14 UTC');
  expect(message('down')).toBe('Down for 10–11 min so far');
  expect(message('maintenance_on', { lasted })).toBe('Maintenance for 11–13 min, until 14:14 UTC');
});

test('a change that ends something shows how long it lasted, if its beginning was observed', () => {
  expect(message('recovered', { lasted })).toBe('Recovered after 11–13 min');
  expect(message('recovered')).toBe('Recovered');
  expect(message('maintenance_off', { lasted })).toBe('Maintenance ended after 11–13 min');
  expect(message('removed', { lasted }), 'it was down for so long, not there').toBe('Removed');
});

test('edited fields are shown as people write them', () => {
  const fields = {
    interval: { before: 60, after: 3600 },
    regions: { before: ['fra1', 'waw1'], after: [] },
    port: { before: null, after: 443 },
    checks: { before: 'up', after: null },
    unheard_of: { before: 'a', after: 'b' },
  };
  expect(editsOf({ fields })).toEqual([
    { label: 'Interval', before: '1 min', after: '1 h' },
    { label: 'Regions', before: 'fra1, waw1', after: 'none' },
    { label: 'Port', before: 'none', after: '443' },
    { label: 'Last check (all checks were deleted)', before: 'up', after: 'none' },
    { label: 'unheard_of', before: 'a', after: 'b' },
  ]);
  expect(editsOf({ fields: {} })).toBeNull();
  expect(editsOf({ fields: null })).toBeNull();
});

test('an interval is shown as one time unless it is longer than the time between two crawls', () => {
  const until = (from: string) => Object.values(intervalParts({ from, to }, 'UTC')).join('');
  expect(until('2026-11-21T13:58:00.000Z')).toBe('14:02');
  expect(until('2026-11-21T13:40:00.000Z')).toBe('13:40–14:02');
  expect(until('2026-11-19T13:40:00.000Z')).toBe('by 14:02');
});

test('in a sentence an interval has two times unless both are in the same minute, and dates if the days differ', () => {
  const since = (from: string, now?: number) => intervalPhrase({ from, to }, 'UTC', now);
  expect(since('2026-11-21T14:01:00.000Z')).toBe('between 14:01 and 14:02');
  expect(since(to)).toBe('at 14:02');
  expect(since(to, Date.parse('2026-11-22T00:00:00.000Z'))).toBe('on 21 Nov at 14:02');
  expect(since('2026-11-19T13:40:00.000Z')).toBe('between 19 Nov, 13:40 and 21 Nov, 14:02');
  const midnight = { from: '2026-11-20T23:50:00.000Z', to: '2026-11-21T00:10:00.000Z' };
  expect(intervalPhrase(midnight, 'UTC')).toBe('between 20 Nov, 23:50 and 21 Nov, 00:10');
  expect(intervalPhrase(midnight, 'Europe/Berlin'), 'one day there').toBe('between 00:50 and 01:10');
});

test('an outage across the end of summer time has the zone of each of its times', () => {
  const began = { from: '2026-10-25T00:58:30.000Z', to: '2026-10-25T00:59:30.000Z' };
  const ended = { at_least_s: 30, at_most_s: 90 };
  const inZone = (zone: string) => [
    Object.values(intervalParts(began, zone)).join(''),
    changeMessage({ kind: 'down', ...began, lasted: ended }, Date.parse('2026-10-26T00:00:00Z'), zone),
    intervalPhrase({ from: began.from, to: '2026-10-25T01:58:30.000Z' }, zone),
  ];
  expect(inZone('Europe/Berlin')).toEqual([
    '02:59 CEST',
    'Down for up to 1 min, until 02:00 CET',
    'between 02:58 CEST and 02:58 CET',
  ]);
  expect(inZone('America/New_York')[0]).toBe('20:59');
  const inNewYork = { from: '2026-11-01T05:30:00.000Z', to: '2026-11-01T06:10:00.000Z' };
  expect(Object.values(intervalParts(inNewYork, 'America/New_York')).join('')).toBe('01:30 EDT–01:10 EST');
});
