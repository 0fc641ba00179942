import { expect, test } from 'vitest';
import { z } from 'zod';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { createSealedCookie } from './cookies';
import { createGate, openGate } from './gate';
import { createSessions } from './sessions';

function setUp() {
  const clock = createFakeClock();
  let opened = 0;
  const sessions = createSessions({ clock, randomId: () => `id-${++opened}` });
  const sealed = createSealedCookie({
    name: 'sightline',
    secrets: ['a'.repeat(32)],
    schema: z.object({ id: z.string() }),
    ttlS: 3600,
    secure: true,
  });
  let unsealed = 0;
  const cookie: typeof sealed = {
    ...sealed,
    unseal(value) {
      unsealed += 1;
      return sealed.unseal(value);
    },
  };
  const gate = createGate({ sessions, cookie });
  const cookieOf = async (name: string) =>
    (await sealed.set({ id: sessions.open({ name }) })).split(';', 1)[0] ?? '';
  return { clock, sessions, gate, cookieOf, unsealed: () => unsealed };
}

test('who has an open session is let in, as themselves', async () => {
  const { gate, cookieOf } = setUp();
  const [ada, bob] = [await cookieOf('ada'), await cookieOf('bob')];
  for (let time = 0; time < 2; time += 1) {
    expect(await gate.admit(ada)).toEqual({ session: { id: 'id-1', user: { name: 'ada' } } });
    expect(await gate.admit(`theme=dark; ${bob}`)).toEqual({
      session: { id: 'id-2', user: { name: 'bob' } },
    });
  }
});

test('nobody else is', async () => {
  const { gate, cookieOf } = setUp();
  const ada = await cookieOf('ada');
  expect(await gate.admit(null)).toBeNull();
  expect(await gate.admit('')).toBeNull();
  expect(await gate.admit('theme=dark')).toBeNull();
  expect(await gate.admit(ada.replace('__Host-sightline', 'sightline'))).toBeNull();
  expect(await gate.admit(ada.toUpperCase())).toBeNull();
});

test('a seal is opened once, and its session is asked for each time', async () => {
  const { gate, sessions, cookieOf, unsealed } = setUp();
  const ada = await cookieOf('ada');
  for (let time = 0; time < 5; time += 1) expect(await gate.admit(ada)).not.toBeNull();
  expect(unsealed()).toBe(1);
  sessions.end('id-1');
  expect(await gate.admit(ada), 'row 54: a copy of the cookie').toBeNull();
  expect(await gate.admit(ada)).toBeNull();
});

test('what else a browser sends along is not kept: a session is known by its cookie', async () => {
  const { gate, cookieOf, unsealed } = setUp();
  const ada = await cookieOf('ada');
  for (let time = 0; time < 5; time += 1) expect(await gate.admit(`theme=${time}; ${ada}`)).not.toBeNull();
  expect(unsealed()).toBe(1);
});

test('a session that has grown too old is not let in by what was opened before', async () => {
  const { gate, clock, cookieOf } = setUp();
  const ada = await cookieOf('ada');
  expect(await gate.admit(ada)).not.toBeNull();
  clock.advance(2 * 3_600_000);
  expect(await gate.admit(ada)).toBeNull();
});

test('refused cookies are not kept: a flood of them leaves nothing behind', async () => {
  const { gate, cookieOf, unsealed } = setUp();
  await cookieOf('ada');
  for (let time = 0; time < 3; time += 1) await gate.admit('__Host-sightline=made-up');
  expect(unsealed()).toBe(3);
});

test('where nobody signs in, everybody is let in as nobody', async () => {
  expect(await openGate.admit(null)).toEqual({ session: null });
});
