import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RequestNotes, withNotes } from '@/lib/process/request-notes';
import { createToken, hashOfToken } from './api-token';
import { createApiTokens, limitScriptReads, TOKEN_REQUESTS_PER_MINUTE } from './api-tokens';
import { createMemoryLimiter } from './rate-limiter';
import type { KnownToken } from './token-file';

const [grafana, cron, lobby] = [createToken(), createToken(), createToken()];

// The library measures time with these.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

function setUp() {
  const tokens = new Map<string, KnownToken>([
    [hashOfToken(grafana), { name: 'grafana', use: 'script', view: null }],
    [hashOfToken(cron), { name: 'cron', use: 'script', view: null }],
    [hashOfToken(lobby), { name: 'lobby', use: 'wall', view: 'type=https' }],
  ]);
  const counted: string[] = [];
  const checks = createApiTokens({
    tokens: async () => tokens,
    clock: { now: Date.now },
    count: (outcome) => counted.push(outcome),
  });
  const check = async (token: string) => (await checks(hashOfToken(token), 'script')).name;
  return { tokens, check, checks, counted };
}

const failure = (expected: Record<string, unknown>) => expect.objectContaining({ failure: expected });
const invalid = failure({ code: 'invalid_token' });

test('a token is known by its hash, and its name is noted for the log', async () => {
  const { check, counted } = setUp();
  const notes: RequestNotes = {};
  expect(await withNotes(notes, () => check(cron))).toBe('cron');
  expect(notes).toEqual({ token: 'cron' });
  expect(counted).toEqual(['accepted']);
});

test('no other text is accepted, and no part of it is noted', async () => {
  const { check, counted } = setUp();
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

test('a removed token is wrong from the next reading of the list', async () => {
  const { check, tokens } = setUp();
  expect(await check(cron)).toBe('cron');
  tokens.delete(hashOfToken(cron));
  await expect(check(cron)).rejects.toEqual(invalid);
});

test('the token of a wall opens only the wall, and the token of a script does not work as a wall cookie', async () => {
  const { check, checks, counted } = setUp();
  await expect(check(lobby)).rejects.toEqual(invalid);
  await expect(checks(hashOfToken(grafana), 'wall')).rejects.toEqual(invalid);
  expect(counted).toEqual(['wrong', 'wrong']);
  const known = { name: 'lobby', use: 'wall', view: 'type=https' };
  const notes: RequestNotes = {};
  expect(await withNotes(notes, () => checks(hashOfToken(lobby), 'wall'))).toEqual(known);
  expect(notes).toEqual({ token: 'lobby' });
  expect(
    await Promise.all([lobby, cron].map((token) => checks(hashOfToken(token), 'script', 'wall'))),
  ).toEqual([known, { name: 'cron', use: 'script', view: null }]);
});

test('no number of wrong tokens prevents a right one from working', async () => {
  const { check, counted } = setUp();
  for (let time = 0; time < 50; time += 1) await expect(check(createToken())).rejects.toEqual(invalid);
  expect(await check(grafana)).toBe('grafana');
  expect(counted.filter((outcome) => outcome === 'wrong')).toHaveLength(50);
});

test('each token has its own limit in a minute', async () => {
  const { check } = setUp();
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
