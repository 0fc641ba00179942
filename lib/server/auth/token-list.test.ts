import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { ConfigError } from '../errors';
import { readSmallFile } from '../watched-file';
import { createToken, lineOfToken } from './api-token';
import { openTokenList } from './token-list';

const [a, b] = [createToken(), createToken()];
const both = `${lineOfToken('grafana', a)}\n${lineOfToken('cron', b)}\n`;

async function setUp(first: string) {
  const clock = createFakeClock();
  /** By how much the timers are late, ms. */
  const late = { ms: 0 };
  const file: { read: () => Promise<string> } = { read: async () => first };
  const logged: unknown[][] = [];
  const note = (...line: unknown[]) => logged.push(line);
  const list = await openTokenList({
    path: '/tokens',
    read: () => file.read(),
    clock: { ...clock, monotonic: () => clock.monotonic() + late.ms },
    log: { info: note, warn: note, error: note },
  });
  const names = async () => Array.from((await list()).values(), ({ name }) => name);
  return { clock, late, file, names, logged };
}

test('a removed line stops working within 5 seconds, whether or not anyone uses a token', async () => {
  const { clock, file, names, logged } = await setUp(both);
  expect(await names()).toEqual(['grafana', 'cron']);
  file.read = async () => lineOfToken('cron', b);
  await clock.pass(4999);
  expect(logged.at(-1), 'read without a request').toEqual([{ tokens: 1 }, 'read the API tokens']);
  expect(await names()).toEqual(['cron']);
});

test('while the file cannot be read no token is accepted; afterwards all are again', async () => {
  const { clock, file, names, logged } = await setUp(both);
  file.read = () => Promise.reject(new Error('EACCES'));
  await clock.pass(2001);
  expect(await names()).toEqual([]);
  await clock.pass(10_000);
  expect(logged.slice(1), 'logged once').toEqual([
    [{ err: new Error('EACCES') }, 'the file of the API tokens cannot be read: no token is accepted'],
  ]);
  file.read = async () => both;
  await clock.pass(2001);
  expect(await names()).toEqual(['grafana', 'cron']);
});

test('a process that is too busy to read in time waits, and accepts the tokens in the file only', async () => {
  const { late, file, names } = await setUp(both);
  late.ms = 6000;
  expect(await names()).toEqual(['grafana', 'cron']);
  late.ms = 12_000;
  file.read = async () => lineOfToken('cron', b);
  expect(await names()).toEqual(['cron']);
  late.ms = 18_000;
  file.read = () => Promise.reject(new Error('EACCES'));
  expect(await names()).toEqual([]);
});

test('while a read of the file hangs no other begins, and after 5 seconds no token is accepted', async () => {
  const { clock, file, names } = await setUp(both);
  const hanging = Promise.withResolvers<string>();
  let readings = 0;
  file.read = () => {
    readings += 1;
    return hanging.promise;
  };
  await clock.pass(5001);
  const refused = names();
  await clock.pass(10_001);
  expect(await refused).toEqual([]);
  await clock.pass(60_000);
  expect(readings).toBe(1);
  file.read = async () => both;
  hanging.resolve(lineOfToken('cron', b));
  await clock.pass(2001);
  expect(await names()).toEqual(['grafana', 'cron']);
});

test('a wrong line is logged once, by its number', async () => {
  const { clock, logged } = await setUp(`${lineOfToken('grafana', a)}\n${b}\n`);
  await clock.pass(20_000);
  expect(logged).toEqual([
    [{ tokens: 1 }, 'read the API tokens'],
    [{ line: 2, reason: expect.stringContaining('sha256') }, 'ignored a line of the API tokens'],
  ]);
  expect(JSON.stringify(logged)).not.toContain(b);
});

test('a file that cannot be read at the start is a ConfigError with a sentence', async () => {
  const read = () => Promise.reject(new Error('ENOENT'));
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const opened = openTokenList({ path: '/tokens', read, clock: createFakeClock(), log: silent });
  await expect(opened).rejects.toThrow(ConfigError);
  await expect(opened).rejects.toThrow('Cannot read the file in SIGHTLINE_API_TOKENS_FILE: /tokens. ENOENT');
});

test('the file of a mounted secret, whose link is replaced, is read again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-tokens-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'first'), both);
  writeFileSync(join(folder, 'second'), lineOfToken('cron', b));
  symlinkSync('first', join(folder, 'tokens'));
  const clock = createFakeClock();
  const list = await openTokenList({
    path: join(folder, 'tokens'),
    read: readSmallFile,
    clock,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  expect((await list()).size).toBe(2);
  symlinkSync('second', join(folder, 'next'));
  renameSync(join(folder, 'next'), join(folder, 'tokens'));
  void clock.pass(2001);
  await expect.poll(async () => Array.from((await list()).values(), ({ name }) => name)).toEqual(['cron']);
});
