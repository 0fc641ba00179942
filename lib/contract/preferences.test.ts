import fc from 'fast-check';
import { expect, test } from 'vitest';
import { serializePreferences } from '../client/preferences';
import { defaultPreferences, type Preferences, parsePreferences } from './preferences';

/** `__proto__` is excluded: no column has that id, and zod drops that key from a record. */
const id = fc.string({ maxLength: 40 }).filter((text) => text !== '__proto__');
const anyPreferences: fc.Arbitrary<Preferences> = fc.record({
  version: fc.constant(1),
  theme: fc.constantFrom('system', 'light', 'dark'),
  wallTheme: fc.constantFrom('dark', 'light'),
  usageBanner: fc.constantFrom('auto', 'expanded', 'collapsed'),
  density: fc.constantFrom('compact', 'comfortable'),
  zone: fc.constantFrom('local', 'utc'),
  timeZone: fc.option(fc.constantFrom('Europe/Warsaw', 'America/New_York', 'UTC')),
  singleKeys: fc.boolean(),
  isPaused: fc.boolean(),
  isWide: fc.boolean(),
  columns: fc.option(fc.array(id, { maxLength: 40 })),
  columnWidths: fc.dictionary(id, fc.integer({ min: 48, max: 1200 }), { noNullPrototype: true }),
});

test('preferences survive the round trip through their cookie', () => {
  fc.assert(
    fc.property(anyPreferences, (preferences) => {
      const cookie = serializePreferences(preferences);
      expect(cookie).not.toMatch(/[\s;,"\\]/);
      expect(parsePreferences(cookie)).toEqual(preferences);
    }),
  );
});

test('an arbitrary text in the cookie gives the defaults', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parsePreferences(text)).toEqual(defaultPreferences);
      expect(parsePreferences(encodeURIComponent(text))).toEqual(defaultPreferences);
    }),
  );
});

test('preferences of another version are ignored', () => {
  const other = encodeURIComponent(JSON.stringify({ ...defaultPreferences, version: 2 }));
  expect(parsePreferences(other)).toEqual(defaultPreferences);
});

test('without a cookie the defaults apply', () => {
  expect(parsePreferences(undefined)).toEqual(defaultPreferences);
});

test('an invalid value of one preference gives its default, and does not affect the others', () => {
  const chosen = {
    version: 1,
    theme: 'dark',
    wallTheme: 'light',
    usageBanner: 'collapsed',
    density: 'comfortable',
    zone: 'utc',
    timeZone: 'Europe/Warsaw',
    singleKeys: false,
    isPaused: true,
    isWide: true,
    columns: ['name', '-type'],
    columnWidths: { name: 200 },
  } satisfies Preferences;
  const parsed = (part: object) =>
    parsePreferences(encodeURIComponent(JSON.stringify({ ...chosen, ...part })));
  expect(parsed({})).toEqual(chosen);
  const { version: _, ...others } = defaultPreferences;
  for (const [name, value] of Object.entries(others)) {
    for (const invalid of ['mauve', 7, { name: 'x' }]) {
      expect(parsed({ [name]: invalid }), name).toEqual({ ...chosen, [name]: value });
    }
  }
  expect(parsed({ timeZone: 'Europe/Nowhere' }).timeZone).toBeNull();
});

test('the columns of 1.0.0 are kept: hidden ones, and their order', () => {
  const columnsOf = (hiddenColumns: unknown, columnOrder: unknown) =>
    parsePreferences(encodeURIComponent(JSON.stringify({ version: 1, hiddenColumns, columnOrder }))).columns;
  expect(columnsOf(null, [])).toBeNull();
  expect(columnsOf(['type', 'is_active'], ['name', 'lost'])?.slice(0, 5)).toEqual([
    'name',
    'condition',
    'observed_since',
    '-type',
    'target',
  ]);
  expect(columnsOf(null, ['name']), 'the default ones in another order').toContain('-monitor_uuid');
  expect(columnsOf(7, ['name'])).toBeNull();
});
