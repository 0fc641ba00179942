import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { createSessions } from './sessions';
import { sessionsContract } from './sessions-contract.fixtures.ts';

const HOUR_MS = 3_600_000;

function setUp() {
  const clock = createFakeClock();
  const ids = ['id-1', 'id-2'].values();
  const sessions = createSessions({ clock, randomId: () => ids.next().value ?? 'no more' });
  return { clock, sessions };
}

sessionsContract(async () => setUp().sessions);

test('a session ends after two hours without use, and each use extends it', async () => {
  const { clock, sessions } = setUp();
  const id = await sessions.open({ name: null });
  clock.advance(2 * HOUR_MS - 1);
  expect(await sessions.use(id)).not.toBeNull();
  clock.advance(2 * HOUR_MS - 1);
  expect(await sessions.use(id)).not.toBeNull();
  clock.advance(2 * HOUR_MS);
  expect(await sessions.use(id)).toBeNull();
});

test('a session ends after twelve hours, even if it is used', async () => {
  const { clock, sessions } = setUp();
  const id = await sessions.open({ name: null });
  for (let hour = 1; hour < 12; hour += 1) {
    clock.advance(HOUR_MS);
    expect(await sessions.use(id), `hour ${hour}`).not.toBeNull();
  }
  clock.advance(HOUR_MS);
  expect(await sessions.use(id)).toBeNull();
});

test('setting the wall clock back does not extend a session', async () => {
  const { clock, sessions } = setUp();
  const id = await sessions.open({ name: null });
  clock.jump(-24 * HOUR_MS);
  clock.advance(2 * HOUR_MS);
  expect(await sessions.use(id)).toBeNull();
});
