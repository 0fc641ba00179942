import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeKinds } from '@/lib/contract/change-kinds';
import type { Change } from '@/lib/contract/changes';
import { changeOf } from './changes.fixtures';
import { foldChanges } from './fold-changes';
import { foldedMessage, spanOf } from './fold-messages';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 14, 0, second)).toISOString();
const ids = (changes: readonly Change[]) => changes.map(({ id }) => id);

/** Changes at one moment, the newest first. */
function moment(
  count: number,
  given: (n: number) => Parameters<typeof changeOf>[3] = () => ({}),
  kind: Change['kind'] = 'down',
) {
  return Array.from({ length: count }, (_, n) => changeOf(`m${n}`, kind, at(100 - n), given(n)));
}

test('monitors that go down at one moment in one region are folded', () => {
  const entries = foldChanges(moment(38, (n) => ({ monitor: { type: n % 2 ? 'https' : 'tcp' } })));
  expect(entries).toHaveLength(1);
  const [entry] = entries;
  if (!entry?.common) throw new Error('not folded');
  expect(foldedMessage(entry, 'UTC')).toBe('38 monitors in fra1 went down between 14:00 and 14:01');
  expect(spanOf(entry)).toEqual({ from: at(100 - 37 - 60), to: at(100) });
});

test('few changes, or changes at different moments, stay single', () => {
  expect(foldChanges(moment(4))).toHaveLength(4);
  const hourly = Array.from({ length: 8 }, (_, n) => changeOf(`h${n}`, 'down', at(36_000 - n * 3600)));
  expect(foldChanges(hourly)).toHaveLength(8);
});

test('if most changes are in one region, these are folded, and the entry names what they have in common', () => {
  const some = moment(12, (n) => ({ monitor: { regions: [n < 10 ? 'fra1' : 'waw1'] } }));
  const [folded, ...others] = foldChanges(some);
  if (!folded?.common) throw new Error('not folded');
  expect(foldedMessage(folded, 'UTC')).toBe('10 https monitors in fra1 went down between 14:00 and 14:01');
  expect(others.map(({ id }) => id)).toEqual(['m10', 'm11']);
});

test('an entry for the same edit of many monitors names the edit', () => {
  const fields = { interval: { before: 60, after: 30 } };
  const [entry] = foldChanges(moment(6, (n) => ({ fields, monitor: { regions: [`r${n}`] } }), 'edited'));
  if (!entry?.common) throw new Error('not folded');
  expect(foldedMessage(entry, 'UTC')).toBe(
    '6 https monitors were edited between 14:00 and 14:01: Interval 1 min → 30 s',
  );
});

test('an entry for edits of a setting that the list does not show says so', () => {
  const [entry] = foldChanges(moment(6, () => ({ fields: {} }), 'edited'));
  if (!entry?.common) throw new Error('not folded');
  expect(foldedMessage(entry, 'UTC')).toBe(
    '6 https monitors in fra1 were edited between 14:00 and 14:01 (which setting is not known)',
  );
  const different = foldChanges(
    moment(6, (n) => ({ fields: { interval: { before: 60, after: 60 + n } } }), 'edited'),
  )[0];
  if (!different?.common) throw new Error('not folded');
  expect(foldedMessage(different, 'UTC')).toMatch(/were edited between 14:00 and 14:01$/);
});

test('edits whose setting is not known are one entry an hour, unless all edits are requested', () => {
  const some = [5, 20, 50, 3000].map((second, n) =>
    changeOf(`e${n}`, 'edited', at(3600 - second), {
      fields: n === 1 ? { name: { before: 'a', after: 'b' } } : {},
    }),
  );
  const read = (readUpTo: number | null) =>
    foldChanges(some, { readUpTo }).map((entry) => ids(entry.changes));
  expect(read(null), 'where its oldest change stood').toEqual([['e1'], ['e0', 'e2', 'e3']]);
  expect(read(Date.parse(at(3570))), 'what was read is not folded with what is new').toEqual([
    ...[['e0'], ['e1'], ['e2', 'e3']],
  ]);
  expect(foldChanges(some, { foldsEdits: false })).toHaveLength(4);
  const older = changeOf('older', 'edited', at(-60), { fields: {} });
  expect(foldChanges([...some, older]).map((entry) => ids(entry.changes))).toEqual([
    ['e1'],
    ['e0', 'e2', 'e3'],
    ['older'],
  ]);
});

test('no text of a monitor changes the writing direction of the sentence', () => {
  const monitor = { type: 'ssh\u202E', regions: ['חיפה'], target: '\u2069\u202Eb' };
  const fields = { name: { before: 'a\u202E', after: 'b' } };
  const [entry] = foldChanges(moment(6, () => ({ fields, monitor }), 'edited'));
  if (!entry?.common) throw new Error('not folded');
  expect(foldedMessage(entry, 'UTC')).toBe(
    '6 \u2068ssh\u202E\u2069 monitors of \u2068\u202Eb\u2069 in \u2068חיפה\u2069 were edited between 14:00 and 14:01: Name \u2068a\u202E\u2069 → b',
  );
});

test('changes with only the moment in common are folded if there are many', () => {
  const different = (n: number) => ({ monitor: { regions: [`r${n}`], type: `t${n}` } });
  expect(foldChanges(moment(9, different))).toHaveLength(9);
  const [entry] = foldChanges(moment(10, different));
  if (!entry?.common) throw new Error('not folded');
  expect(foldedMessage(entry, 'UTC')).toBe('10 monitors went down between 14:00 and 14:01');
});

test('an entry keeps its id while changes follow, and says when some may not be loaded yet', () => {
  const all = moment(12);
  const [before] = foldChanges(all.slice(3));
  const [after] = foldChanges(all);
  expect(after?.id).toBe(before?.id);
  const [cut] = foldChanges(all, { hasOlder: true });
  if (!cut?.common) throw new Error('not folded');
  expect(foldedMessage(cut, 'UTC')).toBe(
    'At least 12 https monitors in fra1 went down between 14:00 and 14:01',
  );
  const [whole] = foldChanges([...all, changeOf('old', 'down', at(-3600))], { hasOlder: true });
  if (!whole?.common) throw new Error('not folded');
  expect(foldedMessage(whole, 'UTC')).toBe('12 https monitors in fra1 went down between 14:00 and 14:01');
});

test('every change is in exactly one entry, an entry has one kind, and the order stays', () => {
  const changes = fc
    .array(
      fc.record({
        second: fc.nat(600),
        kind: fc.constantFrom(...changeKinds),
        region: fc.constantFrom('fra1', 'waw1'),
        type: fc.constantFrom('https', 'tcp'),
      }),
      { maxLength: 60 },
    )
    .map((some) =>
      some
        .toSorted((a, b) => b.second - a.second)
        .map(({ second, kind, region, type }, n) =>
          changeOf(String(n), kind, at(second), { monitor: { regions: [region], type } }),
        ),
    );
  fc.assert(
    fc.property(changes, (some) => {
      const entries = foldChanges(some);
      const all = entries.flatMap((entry) => ids(entry.changes));
      expect([...all].sort()).toEqual(ids(some).sort());
      for (const { changes: own } of entries) expect(new Set(own.map(({ kind }) => kind)).size).toBe(1);
      const oldest = entries.map((entry) => Number(entry.changes.at(-1)?.id));
      expect(oldest).toEqual(oldest.toSorted((a, b) => a - b));
    }),
  );
});
