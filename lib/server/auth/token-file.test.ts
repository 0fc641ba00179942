import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RequestNotes, withNotes } from '@/lib/process/shared';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { anyCharacter } from '../../testing/any-character';
import { createMemoryLimiter } from './rate-limiter';
import {
  createApiTokens,
  type KnownToken,
  limitScriptReads,
  openTokenList,
  parseTokenFile,
  TOKEN_REQUESTS_PER_MINUTE,
} from './token-file';
import { createToken, hashOfToken, lineOfToken, tokenName } from './token-hash';

const [a, b] = [createToken(), createToken()];
const format = 'not a name and sha256:<64 hex digits>';

test('each line of create-token is a token; comments and blank lines are not', () => {
  const text = `\uFEFF# for the dashboard\r\n${lineOfToken('grafana', a)}\r\n\r\n  ${lineOfToken('cron.job_2', b)}  \n# end`;
  const { tokens, wrong } = parseTokenFile(text);
  expect(wrong).toEqual([]);
  expect([...tokens]).toEqual([
    [hashOfToken(a), { name: 'grafana', use: 'script', view: null }],
    [hashOfToken(b), { name: 'cron.job_2', use: 'script', view: null }],
  ]);
});

test('a wrong line is reported by its number only, and the others still count', () => {
  const lines = [
    lineOfToken('grafana', a),
    a,
    `grafana ${a}`,
    lineOfToken('grafana', b),
    lineOfToken('other', a),
    `${lineOfToken('cut', b).slice(0, -1)}`,
    lineOfToken('a name', b),
    lineOfToken('line\u0085break', b),
    lineOfToken('x'.repeat(41), b),
    lineOfToken('last', b).toUpperCase().replace('LAST SHA256', 'last sha256'),
  ];
  const { tokens, wrong } = parseTokenFile(lines.join('\n'));
  expect([...tokens.values()].map(({ name }) => name)).toEqual(['grafana', 'last']);
  expect(wrong).toEqual([
    { line: 2, reason: format },
    { line: 3, reason: format },
    { line: 4, reason: 'name given twice' },
    { line: 5, reason: 'token given twice' },
    ...[6, 7, 8, 9].map((line) => ({ line, reason: format })),
  ]);
  expect(JSON.stringify(wrong)).not.toContain(a.slice(10));
});

test('the token of a wall has a view, which must have the filters of a list', () => {
  const lines = [
    lineOfToken('all', a, ''),
    lineOfToken('some', b, 'type=https&region=-fra1'),
    lineOfToken('named', createToken(), 'view=Production'),
    lineOfToken('both', createToken(), 'view=Production&type=https'),
    lineOfToken('secret', createToken(), `type=https&${a}=1`),
    lineOfToken('wrong', createToken(), 'condition=broken'),
    lineOfToken('sorted', createToken(), 'sort=name'),
    `${lineOfToken('spaced', createToken(), 'q=a b')}`,
    `${lineOfToken('other', createToken())} page`,
  ];
  const { tokens, wrong } = parseTokenFile(lines.join('\n'));
  expect([...tokens.values()]).toEqual([
    { name: 'all', use: 'wall', view: '' },
    { name: 'some', use: 'wall', view: 'type=https&region=-fra1' },
    { name: 'named', use: 'wall', view: 'view=Production' },
  ]);
  expect(wrong).toEqual([
    { line: 4, reason: 'the view has a parameter that no wall has' },
    { line: 5, reason: 'the view has a parameter that no wall has' },
    { line: 6, reason: expect.stringContaining('the view: condition must be one of down') },
    { line: 7, reason: 'the view has a parameter that no wall has' },
    { line: 8, reason: format },
    { line: 9, reason: format },
  ]);
});

test('whatever the file contains, only valid names and hashes become tokens', () => {
  const line = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc
      .tuple(fc.string(), fc.stringMatching(/^[\da-fA-F]{60,66}$/))
      .map(([name, hex]) => `${name} sha256:${hex}`),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      for (const [hash, { name }] of parseTokenFile(lines.join('\n')).tokens) {
        expect(name).toMatch(tokenName);
        expect(hash).toMatch(/^[\da-f]{64}$/);
      }
    }),
  );
});

const both = `${lineOfToken('grafana', a)}\n${lineOfToken('cron', b)}\n`;

async function openList(first: string) {
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
  const { clock, file, names, logged } = await openList(both);
  expect(await names()).toEqual(['grafana', 'cron']);
  file.read = async () => lineOfToken('cron', b);
  await clock.pass(4999);
  expect(logged.at(-1), 'read without a request').toEqual([{ tokens: 1 }, 'read the API tokens']);
  expect(await names()).toEqual(['cron']);
});

test('while the file cannot be read no token is accepted; afterwards all are again', async () => {
  const { clock, file, names, logged } = await openList(both);
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

test('a process that is too busy to read in time reads before it accepts a token', async () => {
  const { late, file, names } = await openList(both);
  late.ms = 6000;
  file.read = async () => lineOfToken('cron', b);
  expect(await names()).toEqual(['cron']);
});

test('while a read of the file hangs no other begins, and after 5 seconds no token is accepted', async () => {
  const { clock, file, names } = await openList(both);
  const hanging = Promise.withResolvers<string>();
  let readings = 0;
  file.read = () => {
    readings += 1;
    return hanging.promise;
  };
  await clock.pass(5001);
  const accepted: string[][] = [];
  const asked = names().then((list) => accepted.push(list));
  await clock.pass(60_000);
  expect([readings, accepted]).toEqual([1, []]);
  hanging.resolve(lineOfToken('cron', b));
  await asked;
  expect(accepted).toEqual([['cron']]);
});

test('a wrong line is logged once, by its number', async () => {
  const { clock, logged } = await openList(`${lineOfToken('grafana', a)}\n${b}\n`);
  await clock.pass(20_000);
  expect(logged).toEqual([
    [{ tokens: 1 }, 'read the API tokens'],
    [{ line: 2, reason: expect.stringContaining('sha256') }, 'ignored a line of the API tokens'],
  ]);
  expect(JSON.stringify(logged)).not.toContain(b);
});

const [grafana, cron] = [createToken(), createToken()];

// The library measures time with these.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function createChecks() {
  const tokens = new Map<string, KnownToken>([
    [hashOfToken(grafana), { name: 'grafana', use: 'script', view: null }],
    [hashOfToken(cron), { name: 'cron', use: 'script', view: null }],
  ]);
  const counted: string[] = [];
  const checks = createApiTokens({
    tokens: async () => tokens,
    clock: { now: Date.now },
    count: (outcome) => counted.push(outcome),
  });
  const check = async (token: string) => (await checks(hashOfToken(token), 'script')).name;
  return { check, counted };
}

const failure = (expected: Record<string, unknown>) => expect.objectContaining({ failure: expected });
const invalid = failure({ code: 'invalid_token' });

test('a token is known by its hash, and its name is noted for the log', async () => {
  const { check, counted } = createChecks();
  const notes: RequestNotes = {};
  expect(await withNotes(notes, () => check(cron))).toBe('cron');
  expect(notes).toEqual({ token: 'cron' });
  expect(counted).toEqual(['accepted']);
});

test('no other text is accepted, and no part of it is noted', async () => {
  const { check, counted } = createChecks();
  const notes: RequestNotes = {};
  const changed = grafana.slice(0, -1) + (grafana.endsWith('A') ? 'B' : 'A');
  const others = [createToken(), changed, grafana.toLowerCase(), '', 'null', hashOfToken(grafana)];
  for (const token of others) {
    await expect(
      withNotes(notes, () => check(token)),
      token,
    ).rejects.toEqual(invalid);
  }
  expect(notes).toEqual({});
  expect(new Set(counted)).toEqual(new Set(['wrong']));
});

test('no number of wrong tokens prevents a right one from working', async () => {
  const { check, counted } = createChecks();
  for (let time = 0; time < 50; time += 1) await expect(check(createToken())).rejects.toEqual(invalid);
  expect(await check(grafana)).toBe('grafana');
  expect(counted.filter((outcome) => outcome === 'wrong')).toHaveLength(50);
});

test('each token has its own limit in a minute', async () => {
  const { check } = createChecks();
  for (let time = 0; time < TOKEN_REQUESTS_PER_MINUTE; time += 1) await check(grafana);
  vi.advanceTimersByTime(59_000);
  const notes: RequestNotes = {};
  const retryAt = Date.now() + 1000;
  await expect(withNotes(notes, () => check(grafana))).rejects.toEqual(
    failure({ code: 'token_limited', why: 'requests', retryAt }),
  );
  expect(notes, 'the log says whose requests are refused').toEqual({ token: 'grafana' });
  expect(await check(cron)).toBe('cron');
  vi.advanceTimersByTime(1000);
  for (let time = 0; time < TOKEN_REQUESTS_PER_MINUTE; time += 1) await check(grafana);
  await expect(check(grafana), 'the next minute').rejects.toThrow('token_limited');
});

test('scripts may read sixty single monitors an hour; the next request learns when the hour ends', async () => {
  const take = limitScriptReads(createMemoryLimiter, { now: Date.now });
  const end = Date.now() + 3_600_000;
  for (let time = 0; time < 60; time += 1) {
    await take();
    vi.advanceTimersByTime(1000);
  }
  const limited = failure({ code: 'token_limited', why: 'reads', retryAt: end });
  await expect(take()).rejects.toEqual(limited);
  vi.advanceTimersByTime(3_600_000 - 61_000);
  await expect(take()).rejects.toEqual(limited);
  vi.advanceTimersByTime(1000);
  await take();
});
