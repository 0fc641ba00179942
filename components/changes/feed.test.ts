import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '@/lib/contract/changes';
import { changeKinds } from '@/lib/contract/conditions';
import { changeOf } from './changes.fixtures';
import { daysOf, feedItems, foldChanges, withoutEnds } from './feed';

const at = (clock: string) => `2026-11-21T${clock}Z`;
const now = Date.parse(at('15:00:00'));

/** Changes of one kind, one after the other, the newest first. */
const series = (count: number, pauseS: number, end = '14:50:00', kind: Change['kind'] = 'down') =>
  Array.from({ length: count }, (_, n) => {
    const time = new Date(Date.parse(at(end)) - n * pauseS * 1000);
    return changeOf(`${end} ${n}`, kind, time.toISOString());
  });
type Given = Partial<Parameters<typeof foldChanges>[1]>;
const fold = (changes: readonly Change[], given: Given = {}) =>
  foldChanges(changes, { hasOlder: false, readUpTo: null, isOfOneMonitor: false, timeZone: 'UTC', ...given });
const sizes = (changes: readonly Change[], given?: Given) =>
  fold(changes, given).map((entry) => entry.changes.length);

test('an outage is one line: its end is left out where its beginning is shown', () => {
  const pair = { from: at('14:00:00'), to: at('14:00:30') };
  const ended = changeOf('2', 'recovered', at('14:10:00'), { pair });
  const shown = (kinds: Change['kind'][], since: number) => withoutEnds([ended], { kinds, since }).length > 0;
  const before = Date.parse(at('14:00:00'));
  expect(shown([], before)).toBe(false);
  expect(shown(['down', 'recovered'], before)).toBe(false);
  expect(shown(['recovered'], before), 'only ends are wanted').toBe(true);
  expect(shown([], Date.parse(at('14:00:31'))), 'it began before the time range').toBe(true);
  const unknown = changeOf('3', 'recovered', at('14:10:00'));
  expect(withoutEnds([unknown], { kinds: [], since: 0 }), 'nobody saw it begin').toEqual([unknown]);
});

test('an incident of several minutes is one entry; few changes, and those of other kinds or times, stay single', () => {
  expect(sizes(series(39, 5))).toEqual([39]);
  expect(sizes(series(5, 120)), 'each within two minutes of the one before').toEqual([5]);
  expect(sizes(series(5, 121))).toEqual([1, 1, 1, 1, 1]);
  expect(sizes(series(4, 1))).toEqual([1, 1, 1, 1]);
  expect(sizes([...series(4, 1), ...series(4, 1, '14:49:00', 'overdue')])).toHaveLength(8);
  expect(sizes([...series(6, 1), ...series(7, 1, '14:40:00')])).toEqual([6, 7]);
  expect(sizes(series(20, 60, '14:09:00')), 'by hour').toEqual([10, 10]);
});

test('an entry keeps its id while changes follow, and says when some may not be loaded yet', () => {
  const all = series(12, 1);
  expect(fold(all)[0]?.id).toBe(fold(all.slice(3))[0]?.id);
  expect(fold(all, { hasOlder: true })[0]?.isCutOff).toBe(true);
  const older = changeOf('old', 'edited', at('14:47:00'));
  expect(fold([...all, older], { hasOlder: true })[0]?.isCutOff).toBe(false);
});

test('what was read is not folded with what is new', () => {
  expect(sizes(series(12, 1), { readUpTo: Date.parse(at('14:49:54')) })).toEqual([6, 6]);
});

test('the changes of one monitor, kind and day are one entry, wherever they stand between others', () => {
  const flapping = (changes: readonly Change[]) =>
    changes.map((change) => ({ ...change, monitor: { ...change.monitor, monitor_uuid: 'flapping' } }));
  const down = flapping(series(4, 3600));
  const still = changeOf('still', 'down', at('13:00:00'));
  expect(sizes([...down, still])).toEqual([4, 1]);
  expect(sizes(flapping(series(2, 3600)))).toEqual([1, 1]);
  expect(sizes([...down.slice(2), ...flapping(series(2, 60, '10:00:00', 'overdue'))])).toHaveLength(4);
  expect(sizes(down, { readUpTo: Date.parse(at('12:00:00')) }), 'one of them was read').toEqual([3, 1]);
  expect(sizes(down, { timeZone: 'Pacific/Kiritimati' }), 'all after midnight, 10:00 UTC').toEqual([4]);
  expect(sizes(down, { timeZone: 'Europe/Berlin', isOfOneMonitor: true })).toEqual([1, 1, 1, 1]);
  expect(sizes(flapping(series(8, 3600)), { timeZone: 'Pacific/Kiritimati' }), 'two days').toEqual([5, 3]);
  const incident = series(6, 1, '12:50:00');
  const byTime = [...down, ...incident].toSorted((a, b) => Date.parse(b.to) - Date.parse(a.to));
  expect(sizes(byTime), 'an incident has all its changes').toEqual([3, 7]);
  const ofFour = [...series(3, 1), ...flapping(series(3, 1, '14:49:50'))];
  expect(sizes(ofFour), 'an incident has five monitors').toEqual([1, 1, 1, 3]);
  expect(fold(down, { hasOlder: true })[0]?.isCutOff, 'older ones of the day may follow').toBe(true);
  const yesterday = changeOf('old', 'down', '2026-11-20T23:00:00Z');
  expect(fold([...down, yesterday], { hasOlder: true })[0]?.isCutOff).toBe(false);
});

test('every change is in exactly one entry of its kind, and the entries are in the order of their newest change', () => {
  const changes = fc
    .array(fc.record({ second: fc.nat(6000), kind: fc.constantFrom(...changeKinds.slice(0, 3)) }), {
      maxLength: 80,
    })
    .map((some) =>
      some
        .toSorted((a, b) => b.second - a.second)
        .map(({ second, kind }, n) => changeOf(String(n), kind, new Date(now + second * 1000).toISOString())),
    );
  fc.assert(
    fc.property(changes, (some) => {
      const entries = fold(some);
      const ids = entries.flatMap((entry) => entry.changes.map(({ id }) => Number(id)));
      expect(ids.toSorted((a, b) => a - b)).toEqual(some.map((_, n) => n));
      for (const entry of entries) expect(new Set(entry.changes.map(({ kind }) => kind)).size).toBe(1);
      expect(entries.map((entry) => entry.at)).toEqual(
        entries.map(({ changes: [first] }) => Date.parse(first?.to ?? '')).toSorted((a, b) => b - a),
      );
    }),
  );
});

const entries = fold([
  changeOf('3', 'down', at('14:50:00')),
  changeOf('2', 'added', at('14:20:00')),
  changeOf('1', 'edited', at('13:10:00')),
]);
const gap = { from: at('13:30:00'), to: at('14:00:00') };
const kinds = (parts: Partial<Parameters<typeof feedItems>[0]>) =>
  feedItems({ entries, gaps: [], readUpTo: null, since: 0, isComplete: true, ...parts }).map((item) =>
    item.kind === 'entry' ? item.entry.id : item.kind,
  );

test('the read mark is below the new changes', () => {
  expect(kinds({ readUpTo: Date.parse(at('14:30:00')) })).toEqual(['3', 'read', '2', '1']);
  expect(kinds({ readUpTo: Date.parse(at('14:50:00')) })).toEqual(['3', '2', '1']);
  const readUpTo = Date.parse(at('10:00:00'));
  expect(kinds({ readUpTo })).toEqual(['3', '2', '1', 'read']);
  expect(kinds({ readUpTo, since: readUpTo + 1 }), 'the changes between are not known').not.toContain('read');
});

test('a mark or gap among changes that are not loaded yet is left out', () => {
  const old = { from: at('11:00:00'), to: at('11:30:00') };
  const parts = { readUpTo: Date.parse(at('10:00:00')), gaps: [gap, old] };
  expect(kinds({ ...parts, isComplete: false })).toEqual(['3', '2', 'gap', '1']);
  expect(kinds({ ...parts, isComplete: true })).toEqual(['3', '2', 'gap', '1', 'gap', 'read']);
});

test('rows are grouped by day in the time zone of the user; the mark begins no group', () => {
  const readUpTo = Date.parse(at('13:20:00'));
  const items = feedItems({ entries, gaps: [gap], since: 0, isComplete: true, readUpTo });
  const days = (zone: string, atTime = now) =>
    daysOf(items, atTime, zone).map(({ day, items: own }) => [day, own.length]);
  expect(days('UTC')).toEqual([['Today', 5]]);
  expect(days('UTC', now + 86_400_000)).toEqual([['Yesterday', 5]]);
  expect(days('Asia/Vladivostok')).toEqual([
    ['Today', 4],
    ['Yesterday', 1],
  ]);
});
