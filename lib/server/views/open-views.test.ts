import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { ConfigError } from '../errors.ts';
import { openViews } from './open-views.ts';

const one = 'views: [{ name: One, filters: { q: one } }]';
const two = 'views: [{ name: Two }]\nreview: { rules: { plain_http: off } }';

async function setUp(first: string) {
  const clock = createFakeClock();
  const file: { read: () => Promise<string> } = { read: async () => first };
  const logged: unknown[][] = [];
  const note = (...line: unknown[]) => logged.push(line);
  const views = await openViews({
    path: '/views.yaml',
    read: () => file.read(),
    rules: ['plain_http'],
    clock,
    log: { info: note, warn: note },
  });
  return { clock, file, views, logged, names: () => views.all().map(({ name }) => name) };
}

test('a change is in force within 5 seconds', async () => {
  const { clock, file, views, names } = await setUp(one);
  expect(names()).toEqual(['One']);
  expect(views.find('ONE')?.query).toBe('q=one');
  file.read = async () => two;
  await clock.pass(4999);
  expect(names()).toEqual(['Two']);
  expect(views.find('One')).toBeUndefined();
  expect([...views.rulesOff()]).toEqual(['plain_http']);
});

test('a wrong file is reported with its line while the last good one stays', async () => {
  const { clock, file, views, names, logged } = await setUp(two);
  file.read = async () => 'views:\n  - name: One\n    sort: colour\n';
  await clock.pass(60_000);
  expect(names()).toEqual(['Two']);
  expect([...views.rulesOff()]).toEqual(['plain_http']);
  expect(views.problems()).toEqual([
    { line: 3, message: expect.stringMatching(/^views\[0\]\.sort must be/) },
  ]);
  expect(logged.slice(1), 'logged once').toEqual([
    [views.problems()[0], 'the views file is wrong: the last good one stays'],
  ]);
  file.read = async () => one;
  await clock.pass(2001);
  expect(names()).toEqual(['One']);
  expect(views.problems()).toEqual([]);
});

test('a file that cannot be read any more changes nothing', async () => {
  const { clock, file, views, names } = await setUp(one);
  file.read = () => Promise.reject(new Error('It is not a regular file.'));
  await clock.pass(10_000);
  expect(names()).toEqual(['One']);
  expect(views.problems()).toEqual([{ line: null, message: 'It cannot be read.' }]);
  file.read = async () => one;
  await clock.pass(2001);
  expect(views.problems()).toEqual([]);
});

test('a wrong file does not prevent the start, but an unreadable file does', async () => {
  const { names, views } = await setUp('views: 7');
  expect([names(), views.problems()]).toEqual([[], [{ line: 1, message: 'views must be a list of views.' }]]);
  const log = { info: () => {}, warn: () => {} };
  const read = () => Promise.reject(new Error('ENOENT'));
  const opened = openViews({ path: '/v', read, rules: [], clock: createFakeClock(), log });
  await expect(opened).rejects.toThrow(ConfigError);
  await expect(opened).rejects.toThrow('Cannot read the file in SIGHTLINE_VIEWS_FILE: /v. ENOENT');
});
