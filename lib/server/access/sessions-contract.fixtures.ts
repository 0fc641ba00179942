import { expect, test } from 'vitest';
import type { Sessions } from './sessions.ts';

/** The tests that every implementation of Sessions must pass. @param create returns sessions of which none is open */
export function sessionsContract(create: () => Promise<Sessions>): void {
  test('a session returns its user until it is ended', async () => {
    const sessions = await create();
    const id = await sessions.open({ name: 'ada', idToken: 'token' });
    expect(await sessions.use(id)).toEqual({ name: 'ada', idToken: 'token' });
    expect(await sessions.use(id)).toEqual({ name: 'ada', idToken: 'token' });
    expect(await sessions.end(id)).toEqual({ name: 'ada', idToken: 'token' });
    expect(await sessions.use(id)).toBeNull();
    expect(await sessions.end(id)).toBeNull();
  });

  test('sessions of the same user end one by one', async () => {
    const sessions = await create();
    const one = await sessions.open({ name: null });
    const other = await sessions.open({ name: null });
    expect(one).not.toBe(other);
    await sessions.end(one);
    expect(await sessions.use(other)).toEqual({ name: null });
  });

  test('a session that was never opened has no user', async () => {
    const sessions = await create();
    expect(await sessions.use('invented')).toBeNull();
    expect(await sessions.end('invented')).toBeNull();
  });
}
