import { expect, test } from 'vitest';
import type { Change } from '@/lib/contract/changes';
import {
  changeDuration,
  changeMessage,
  changeSentence,
  editsOf,
  foldedMessage,
  intervalPhrase,
} from './change-messages';
import { changeOf } from './changes.fixtures';

const to = '2026-11-21T14:02:00.000Z';
const lasted = { at_least_s: 660, at_most_s: 790 };
const pair = { from: '2026-11-21T14:13:00.000Z', to: '2026-11-21T14:14:10.000Z' };
const over = { pair, lasted };
const now = Date.parse('2026-11-21T14:12:00.000Z');
type Given = [Parameters<typeof changeOf>[1], Parameters<typeof changeOf>[3]?];
const message = (...[kind, given]: Given) => {
  const change = changeOf('1', kind, to, given);
  return [changeMessage(change, now, 'UTC'), changeDuration(change, now) ?? []].flat().join(', ');
};

test('what lasts has both of its times and its length, or its beginning and the length so far', () => {
  expect(message('down', over)).toBe('Down 14:02–14:14, 11–14 min');
  expect(message('down')).toBe('Down since 14:02, 10–11 min');
  expect(message('maintenance_on', over)).toBe('Maintenance 14:02–14:14, 11–14 min');
  expect(message('edited')).toBe('Edited 14:02');
});

test('times that are not known well fit the length beside them', () => {
  const from = '2026-11-21T13:50:00.000Z';
  const late = { from: '2026-11-21T14:03:00.000Z', to: '2026-11-21T14:30:00.000Z' };
  expect(message('down', { from, pair, lasted })).toBe('Down between 13:50 and 14:14, 11–14 min');
  expect(message('down', { pair: late, lasted })).toBe('Down between 14:01 and 14:30, 11–14 min');
  expect(message('down', { from })).toBe('Down since 13:50–14:02, 10–22 min');
  expect(message('added', { from })).toBe('Added between 13:50 and 14:02');
  expect(message('added', { from: '2026-11-20T13:50:00.000Z' })).toBe(
    'Added between 20 Nov, 13:50 and 21 Nov, 14:02',
  );
});

test('what ends has its beginning if that was seen; a removal has not', () => {
  const began = { pair: { from: '2026-11-20T13:50:00.000Z', to: '2026-11-20T13:51:00.000Z' }, lasted };
  expect(message('recovered', began)).toBe('Down 20 Nov, 13:51–21 Nov, 14:02, 11–14 min');
  expect(message('recovered')).toBe('Recovered 14:02');
  expect(message('reporting_again', began), 'overdue or unknown').toBe(
    'Reporting again 14:02, after 11–14 min',
  );
  expect(message('removed', over), 'it was down for so long, not there').toBe('Removed 14:02');
});

test('the tooltip has the intervals in one sentence', () => {
  const sentence = (...[kind, given]: Given) => changeSentence(changeOf('1', kind, to, given), now, 'UTC');
  expect(sentence('down', over)).toBe(
    'Went down between 14:01 and 14:02 UTC, ended between 14:13 and 14:14 UTC',
  );
  expect(sentence('added')).toBe('Was added between 14:01 and 14:02 UTC');
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
  const outage = changeOf('1', 'down', '2026-10-25T00:59:30.000Z', {
    pair: { from: '2026-10-25T01:00:00.000Z', to: '2026-10-25T01:00:30.000Z' },
  });
  expect(changeMessage(outage, Date.parse(outage.to), 'Europe/Berlin')).toBe('Down 02:59 CEST–02:00 CET');
  const began = { from: '2026-10-25T00:58:30.000Z', to: '2026-10-25T01:58:30.000Z' };
  expect(intervalPhrase(began, 'Europe/Berlin')).toBe('between 02:58 CEST and 02:58 CET');
});

/** The message of six monitors in 14:00, as one entry. */
function folded(given: (n: number) => Given[1], kind: Given[0] = 'down', isCutOff = false): string {
  const changes = Array.from({ length: 6 }, (_, n) => changeOf(`m${n}`, kind, to, given(n)));
  return foldedMessage({ id: '', at: 0, changes, isCutOff }, 'UTC');
}

test('an incident has what its monitors have in common, when it was, and how it ended', () => {
  const types = (n: number) => ({ monitor: { type: n % 2 ? 'https' : 'tcp' } });
  expect(folded(types)).toBe('6 monitors in fra1 went down between 14:01 and 14:02, all still down');
  expect(
    folded(() => ({ pair }), 'down', true),
    'perhaps others are down',
  ).toMatch(/^At least 6 https monitors .* and 14:02$/);
  expect(folded(() => ({ pair }))).toMatch(/^6 https monitors .*, all over by 14:14$/);
  expect(folded((n) => ({ pair: n > 0 ? pair : null }))).toMatch(/, 1 still down$/);
});

test('several changes of one monitor have its name, their number, and whether the last one is over', () => {
  const monitor = { monitor_uuid: 'one', name: 'Session cache' };
  const outage = (n: number, given: Given[1] = { pair }) =>
    changeOf(`${n}`, 'down', to, { monitor, ...given });
  const text = (changes: Change[], isCutOff = false) =>
    foldedMessage({ id: '', at: 0, changes, isCutOff }, 'UTC');
  const when = 'between 14:01 and 14:02';
  expect(text([outage(1), outage(2), outage(3)])).toBe(
    `Session cache went down 3 times ${when}, all over by 14:14`,
  );
  expect(text([outage(1, {}), outage(2), outage(3)], true)).toBe(
    `Session cache went down at least 3 times ${when}, still down`,
  );
  const edits = [1, 2, 3].map((n) => changeOf(`${n}`, 'edited', to, { monitor: { ...monitor, name: ' ' } }));
  expect(text(edits)).toBe(`one was edited 3 times ${when}`);
});

test('an entry for the same edit of many monitors names the edit', () => {
  const when = '6 https monitors in fra1 were edited between 14:01 and 14:02';
  const edits = (fields: (n: number) => Change['fields']) => folded((n) => ({ fields: fields(n) }), 'edited');
  expect(edits(() => ({ interval: { before: 60, after: 30 } }))).toBe(`${when}: Interval 1 min → 30 s`);
  expect(edits(() => ({}))).toBe(`${when} (which setting is not known)`);
  expect(edits((n) => ({ interval: { before: 60, after: 60 + n } }))).toBe(when);
});

test('no text of a monitor changes the writing direction of the sentence', () => {
  const monitor = { type: 'ssh\u202E', regions: ['חיפה'] };
  const fields = { name: { before: 'a\u202E', after: 'b' } };
  expect(folded(() => ({ fields, monitor }), 'edited')).toBe(
    '6 \u2068ssh\u202E\u2069 monitors in \u2068חיפה\u2069 were edited between 14:01 and 14:02: Name \u2068a\u202E\u2069 → b',
  );
});
