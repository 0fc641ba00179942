import { expect, test } from 'vitest';
import { changeOf } from './changes.fixtures';
import { feedItems, hoursOf } from './feed-items';
import { foldChanges } from './fold-changes';

const now = Date.parse('2026-11-21T15:00:00.000Z');
const clock = (text: string) => `2026-11-21T${text}:00.000Z`;
const entries = foldChanges([
  changeOf('3', 'down', clock('14:50')),
  changeOf('2', 'added', clock('14:20')),
  changeOf('1', 'edited', clock('13:10')),
]);
const gap = { from: clock('13:30'), to: clock('14:00') };
const kinds = (parts: Partial<Parameters<typeof feedItems>[0]>) =>
  feedItems({ entries, gaps: [], readUpTo: null, since: 0, isComplete: true, ...parts }).map((item) =>
    item.kind === 'entry' ? item.entry.id : item.kind,
  );

test('the read mark is below the new changes', () => {
  expect(kinds({ readUpTo: Date.parse(clock('14:30')) })).toEqual(['3', 'read', '2', '1']);
  expect(kinds({ readUpTo: Date.parse(clock('14:50')) })).toEqual(['3', '2', '1']);
  const readUpTo = Date.parse(clock('10:00'));
  expect(kinds({ readUpTo })).toEqual(['3', '2', '1', 'read']);
  expect(kinds({ readUpTo, since: readUpTo + 1 }), 'the changes between are not known').toEqual([
    '3',
    '2',
    '1',
  ]);
});

test('a mark or gap among changes that are not loaded yet is left out', () => {
  const old = { from: clock('11:00'), to: clock('11:30') };
  const parts = { readUpTo: Date.parse(clock('10:00')), gaps: [gap, old] };
  expect(kinds({ ...parts, isComplete: false })).toEqual(['3', '2', 'gap', '1']);
  expect(kinds({ ...parts, isComplete: true })).toEqual(['3', '2', 'gap', '1', 'gap', 'read']);
});

test('rows are grouped by hour in the time zone of the user; the mark begins no group', () => {
  const items = feedItems({
    ...{ entries, gaps: [gap], since: 0, isComplete: true },
    readUpTo: Date.parse(clock('13:20')),
  });
  const groups = (zone: string) =>
    hoursOf(items, now, zone).map(({ day, clock: hour, items: own }) => [day, hour, own.length]);
  expect(groups('UTC')).toEqual([
    ['Today', '14:00', 4],
    ['Today', '13:00', 1],
  ]);
  expect(groups('Pacific/Kiritimati')).toEqual([
    ['Today', '04:00', 4],
    ['Today', '03:00', 1],
  ]);
  expect(hoursOf(items, now + 86_400_000, 'UTC')[0]?.day).toBe('Yesterday');
  expect(hoursOf(items, now + 5 * 86_400_000, 'UTC')[0]?.day).toBe('Sat 21 Nov');
});

test('the hour that the clocks repeat is two groups', () => {
  const entriesAt = (...times: string[]) =>
    foldChanges(times.map((time, index) => changeOf(String(index), 'down', time)));
  const items = feedItems({
    entries: entriesAt('2026-10-25T02:10:00.000Z', '2026-10-25T01:10:00.000Z', '2026-10-25T00:10:00.000Z'),
    ...{ gaps: [], since: 0, readUpTo: null, isComplete: true },
  });
  const hours = hoursOf(items, Date.parse('2026-10-25T12:00:00Z'), 'Europe/Berlin');
  expect(hours.map(({ clock: hour }) => hour)).toEqual(['03:00', '02:00 CET', '02:00 CEST']);
});
