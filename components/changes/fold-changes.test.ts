import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeKinds } from '@/lib/contract/change-kinds';
import type { Change } from '@/lib/contract/changes';
import { changeOf } from './changes.fixtures';
import { foldChanges, foldedMessage, withoutEnds } from './fold-changes';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 14, 0, second)).toISOString();

/** Changes within one minute, the newest first. */
function minute(
  count: number,
  given: (n: number) => Parameters<typeof changeOf>[3] = () => ({}),
  kind: Change['kind'] = 'down',
) {
  return Array.from({ length: count }, (_, n) => changeOf(`m${n}`, kind, at(59 - n), given(n)));
}

/** The message of changes that are all folded. */
function folded(changes: readonly Change[], hasOlder = false): string {
  const [entry, ...others] = foldChanges(changes, { hasOlder });
  if (!entry || others.length > 0) throw new Error('not one entry');
  return foldedMessage(entry, 'UTC');
}

test('an outage is one line: its end is left out where its beginning is shown', () => {
  const pair = { from: at(0), to: at(30) };
  const ended = changeOf('2', 'recovered', at(600), { pair });
  const shown = (kinds: Change['kind'][], since: number) => withoutEnds([ended], { kinds, since }).length > 0;
  const before = Date.parse(at(0));
  expect(shown([], before)).toBe(false);
  expect(shown(['down', 'recovered'], before)).toBe(false);
  expect(shown(['recovered'], before), 'only ends are wanted').toBe(true);
  expect(shown([], Date.parse(at(31))), 'it began before the time range').toBe(true);
  const unknown = changeOf('3', 'recovered', at(600));
  expect(withoutEnds([unknown], { kinds: [], since: 0 }), 'nobody saw it begin').toEqual([unknown]);
});

test('monitors that go down within a minute are folded, with what they have in common and how it ended', () => {
  const types = (n: number) => ({ monitor: { type: n % 2 ? 'https' : 'tcp' } });
  expect(folded(minute(38, types))).toBe('38 monitors in fra1 went down between 13:59 and 14:00');
  const pair = { from: at(480), to: at(540) };
  expect(folded(minute(6, () => ({ pair })))).toMatch(/^6 https monitors .*, none down since 14:09$/);
  expect(folded(minute(6, (n) => ({ pair: n > 0 ? pair : null })))).toMatch(/, 1 still down$/);
});

test('few changes, and changes of different minutes or kinds, stay single', () => {
  expect(foldChanges(minute(4))).toHaveLength(4);
  expect(foldChanges([...minute(4), ...minute(4, () => ({}), 'overdue')])).toHaveLength(8);
  const hourly = Array.from({ length: 8 }, (_, n) => changeOf(`h${n}`, 'down', at(36_000 - n * 3600)));
  expect(foldChanges(hourly)).toHaveLength(8);
});

test('an entry for the same edit of many monitors names the edit', () => {
  const edits = (fields: (n: number) => Change['fields']) =>
    folded(minute(6, (n) => ({ fields: fields(n), monitor: { regions: [`r${n}`] } }), 'edited'));
  const when = '6 https monitors were edited between 13:59 and 14:00';
  expect(edits(() => ({ interval: { before: 60, after: 30 } }))).toBe(`${when}: Interval 1 min → 30 s`);
  expect(edits(() => ({}))).toBe(`${when} (which setting is not known)`);
  expect(edits((n) => ({ interval: { before: 60, after: 60 + n } }))).toBe(when);
});

test('no text of a monitor changes the writing direction of the sentence', () => {
  const monitor = { type: 'ssh\u202E', regions: ['חיפה'] };
  const fields = { name: { before: 'a\u202E', after: 'b' } };
  expect(folded(minute(6, () => ({ fields, monitor }), 'edited'))).toBe(
    '6 \u2068ssh\u202E\u2069 monitors in \u2068חיפה\u2069 were edited between 13:59 and 14:00: Name \u2068a\u202E\u2069 → b',
  );
});

test('an entry keeps its id while changes follow, and says when some may not be loaded yet', () => {
  const all = minute(12);
  expect(foldChanges(all)[0]?.id).toBe(foldChanges(all.slice(3))[0]?.id);
  expect(folded(all, true)).toMatch(/^At least 12 https monitors in fra1 went down/);
  const [whole] = foldChanges([...all, changeOf('old', 'down', at(-3600))], { hasOlder: true });
  expect(whole && foldedMessage(whole, 'UTC')).toMatch(/^12 https monitors/);
});

test('what was read is not folded with what is new', () => {
  const entries = foldChanges(minute(12), { readUpTo: Date.parse(at(53)) });
  expect(entries.map(({ changes }) => changes.length)).toEqual([6, 6]);
});

test('every change is in exactly one entry of its kind, and entries do not go back in time by more than a minute', () => {
  const changes = fc
    .array(fc.record({ second: fc.nat(600), kind: fc.constantFrom(...changeKinds) }), { maxLength: 60 })
    .map((some) =>
      some
        .toSorted((a, b) => b.second - a.second)
        .map(({ second, kind }, n) => changeOf(String(n), kind, at(second))),
    );
  fc.assert(
    fc.property(changes, (some) => {
      const entries = foldChanges(some);
      const ids = entries.flatMap((entry) => entry.changes.map(({ id }) => Number(id)));
      expect(ids.toSorted((a, b) => a - b)).toEqual(some.map((_, n) => n));
      for (const entry of entries) expect(new Set(entry.changes.map(({ kind }) => kind)).size).toBe(1);
      const minutes = entries.flatMap((entry) => entry.changes.map(({ to }) => to.slice(0, 16)));
      expect(minutes).toEqual(minutes.toSorted().reverse());
    }),
  );
});
