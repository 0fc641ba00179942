import { expect, test } from 'vitest';
import { z } from 'zod';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { openMemory } from '../storage/open-sqlite-file';
import { storageOf } from '../storage/storage.fixtures';
import type { ApiTokens } from './api-tokens';
import { createSealedCookie } from './cookies';
import { createGate, openGate } from './gate';
import { createSessions } from './sessions';

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
  const gate = createGate({ sessions, cookie, tokens });
  const cookieOf = async (name: string) =>
    (await cookie.set({ id: await sessions.open({ name }) })).split(';', 1)[0] ?? '';
  return { clock, sessions, gate, cookieOf };
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

test('row 54: a copy of the cookie is worthless after its session has ended', async () => {
  const { gate, sessions, cookieOf } = await setUp();
  const ada = await cookieOf('ada');
  expect(await gate.admit(ada)).not.toBeNull();
  await sessions.end('id-1');
  expect(await gate.admit(ada)).toBeNull();
});

test('an expired session is rejected', async () => {
  const { gate, clock, cookieOf } = await setUp();
  const ada = await cookieOf('ada');
  expect(await gate.admit(ada)).not.toBeNull();
  clock.advance(2 * 3_600_000);
  expect(await gate.admit(ada)).toBeNull();
});

test('without sign-in every caller is admitted, without a session', async () => {
  expect(await openGate.admit(null)).toEqual({ session: null });
});

test('a route admits a session before a token, and a page never a token', async () => {
  const checked: string[] = [];
  const tokens = async (token: string) => String(checked.push(token));
  const { gate, cookieOf } = await setUp(tokens);
  const ada = await cookieOf('ada');
  const session = { id: 'id-1', user: { name: 'ada' } };
  expect(await gate.admitToRoute({ cookies: ada, authorization: 'Bearer of-a-proxy' })).toEqual({
    session,
    token: null,
  });
  expect(checked).toEqual([]);
  expect(await gate.admitToRoute({ cookies: null, authorization: 'bearer  abc' })).toEqual({
    session: null,
    token: '1',
  });
  expect(checked).toEqual(['abc']);
  for (const authorization of [null, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', 'Bearer ä', 'abc']) {
    expect(await gate.admitToRoute({ cookies: null, authorization }), `${authorization}`).toBeNull();
  }
  expect(await gate.admit('Bearer abc')).toBeNull();
});

test('without a file of tokens the header Authorization means nothing', async () => {
  const { gate } = await setUp();
  const credentials = { cookies: null, authorization: 'Bearer abc' };
  expect(await gate.admitToRoute(credentials)).toBeNull();
  expect(await openGate.admitToRoute(credentials)).toEqual({ session: null, token: null });
});
