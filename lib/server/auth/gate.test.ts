import { expect, test } from 'vitest';
import { z } from 'zod';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { openMemory } from '../storage/open-sqlite-file';
import { storageOf } from '../storage/storage.fixtures';
import { createSealedCookie } from './cookies';
import { anonymous, createGate, openGate } from './gate';
import { createSessions } from './sessions';
import { type ApiTokens, createApiTokens, type KnownToken } from './token-file';
import { createToken, hashOfToken } from './token-hash';

async function setUp(tokens: ApiTokens | null = null) {
  const clock = createFakeClock();
  let opened = 0;
  const sessions = createSessions({
    storage: storageOf(await openMemory(), clock),
    clock,
    realm: 'test',
    randomId: () => `id-${++opened}`,
  });
  const cookie = createSealedCookie({
    name: 'sightline',
    secrets: ['a'.repeat(32)],
    schema: z.object({ id: z.string() }),
    maxAgeS: 3600,
    secure: true,
  });
  const wallCookie = createSealedCookie({
    name: 'sightline-wall',
    secrets: ['a'.repeat(32)],
    sameSite: 'Strict',
    maxAgeS: 3600,
    secure: true,
    schema: z.object({ hash: z.string() }),
  });
  const gate = createGate({ sessions, cookie, tokens, wallCookie });
  const cookieOf = async (name: string) =>
    (await cookie.set({ id: await sessions.open({ name }) })).split(';', 1)[0] ?? '';
  const wallCookieOf = async (token: string) =>
    (await wallCookie.set({ hash: hashOfToken(token) })).split(';', 1)[0] ?? '';
  return { clock, sessions, gate, cookieOf, wallCookieOf };
}

test('a caller with an open session is admitted as its user', async () => {
  const { gate, cookieOf } = await setUp();
  const [ada, bob] = [await cookieOf('ada'), await cookieOf('bob')];
  for (let time = 0; time < 2; time += 1) {
    expect(await gate.admit(ada)).toEqual({ session: { id: 'id-1', user: { name: 'ada' } } });
    expect(await gate.admit(`theme=dark; ${bob}`)).toEqual({
      session: { id: 'id-2', user: { name: 'bob' } },
    });
  }
});

test('a caller without a valid session cookie is not admitted', async () => {
  const { gate, cookieOf } = await setUp();
  const ada = await cookieOf('ada');
  expect(await gate.admit(null)).toBeNull();
  expect(await gate.admit('')).toBeNull();
  expect(await gate.admit('theme=dark')).toBeNull();
  expect(await gate.admit(ada.replace('__Host-sightline', 'sightline'))).toBeNull();
  expect(await gate.admit(ada.toUpperCase())).toBeNull();
});

test('a route admits a session before a token, and a page never a token', async () => {
  const checked: string[] = [];
  const tokens = async (hash: string) => ({
    name: String(checked.push(hash)),
    use: 'script' as const,
    view: null,
  });
  const { gate, cookieOf } = await setUp(tokens);
  const ada = await cookieOf('ada');
  const session = { id: 'id-1', user: { name: 'ada' } };
  expect(await gate.admitToRoute({ cookies: ada, authorization: 'Bearer of-a-proxy' })).toEqual({
    ...anonymous,
    session,
  });
  expect(checked).toEqual([]);
  expect(await gate.admitToRoute({ cookies: null, authorization: 'bearer  abc' })).toEqual({
    ...anonymous,
    token: '1',
  });
  expect(checked).toEqual([hashOfToken('abc')]);
  for (const authorization of [null, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', 'Bearer ä', 'abc']) {
    expect(await gate.admitToRoute({ cookies: null, authorization }), `${authorization}`).toBeNull();
  }
  expect(await gate.admit('Bearer abc')).toBeNull();
});

test('without a file of tokens the header Authorization is ignored', async () => {
  const { gate } = await setUp();
  const credentials = { cookies: null, authorization: 'Bearer abc' };
  expect(await gate.admitToRoute(credentials)).toBeNull();
  expect(await gate.admitToWall(credentials)).toBeNull();
  expect(await openGate.admitToRoute(credentials)).toEqual(anonymous);
  expect(await openGate.admitToWall(credentials)).toEqual(anonymous);
});

function withTokens() {
  const [script, wall, feed] = [createToken(), createToken(), createToken()];
  const list = new Map<string, KnownToken>([
    [hashOfToken(feed), { name: 'chat', use: 'feed', view: 'type=https' }],
    [hashOfToken(script), { name: 'cron', use: 'script', view: null }],
    [hashOfToken(wall), { name: 'lobby', use: 'wall', view: 'type=https' }],
  ]);
  const tokens = createApiTokens({ tokens: async () => list, clock: { now: Date.now }, count: () => {} });
  return { script, wall, feed, list, tokens };
}
const invalid = expect.objectContaining({ failure: { code: 'invalid_token' } });

test('the cookie and the token of a wall admit to the wall, with its view, and nowhere else', async () => {
  const { wall, list, tokens } = withTokens();
  const { gate, cookieOf, wallCookieOf } = await setUp(tokens);
  const cookies = await wallCookieOf(wall);
  const authorization = `Bearer ${wall}`;
  const lobby = { session: null, token: 'lobby', view: 'type=https' };
  expect(await gate.admitToWall({ cookies, authorization: null })).toEqual(lobby);
  expect(await gate.admitToWall({ cookies: null, authorization })).toEqual(lobby);
  expect(await gate.admit(cookies)).toBeNull();
  expect(await gate.admitToRoute({ cookies, authorization: null })).toBeNull();
  await expect(gate.admitToRoute({ cookies, authorization })).rejects.toEqual(invalid);
  const both = `${cookies}; ${await cookieOf('ada')}`;
  expect(await gate.admitToWall({ cookies: both, authorization: null })).toMatchObject({
    session: { user: { name: 'ada' } },
    view: null,
  });
  list.delete(hashOfToken(wall));
  await expect(gate.admitToWall({ cookies, authorization: null })).rejects.toEqual(invalid);
});

test('the token of a script reads any view, but is no cookie of a wall', async () => {
  const { script, tokens } = withTokens();
  const { gate, wallCookieOf } = await setUp(tokens);
  const authorization = `Bearer ${script}`;
  expect(await gate.admitToWall({ cookies: null, authorization })).toEqual({
    session: null,
    token: 'cron',
    view: null,
  });
  const cookies = await wallCookieOf(script);
  await expect(gate.admitToWall({ cookies, authorization: null })).rejects.toEqual(invalid);
  expect(await gate.admitToWall({ cookies: 'sightline-wall=made-up', authorization: null })).toBeNull();
});

test('the token of a feed admits to the feed only, in the query only, and scripts and users may read it, too', async () => {
  const { script, wall, feed, list, tokens } = withTokens();
  const { gate, cookieOf } = await setUp(tokens);
  const nothing = { cookies: null, authorization: null };
  const chat = { session: null, token: 'chat', view: 'type=https' };
  expect(await gate.admitToFeed(nothing, feed)).toEqual(chat);
  for (const other of [script, wall, '']) {
    await expect(gate.admitToFeed(nothing, other)).rejects.toEqual(invalid);
  }
  const sent = { cookies: null, authorization: `Bearer ${feed}` };
  await expect(gate.admitToFeed(sent, null)).rejects.toEqual(invalid);
  await expect(gate.admitToRoute(sent)).rejects.toEqual(invalid);
  await expect(gate.admitToWall(sent)).rejects.toEqual(invalid);
  expect(await gate.admitToFeed({ cookies: null, authorization: `Bearer ${script}` }, null)).toEqual({
    session: null,
    token: 'cron',
    view: null,
  });
  const ada = { cookies: await cookieOf('ada'), authorization: null };
  expect(await gate.admitToFeed(ada, null)).toMatchObject({ session: { user: { name: 'ada' } }, view: null });
  expect(await gate.admitToFeed(nothing, null)).toBeNull();
  list.delete(hashOfToken(feed));
  await expect(gate.admitToFeed(nothing, feed)).rejects.toEqual(invalid);
});
