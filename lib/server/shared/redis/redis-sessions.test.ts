import { expect, test } from 'vitest';
import type { Keys } from './keys.ts';
import { describeWithServer, pairOf, type TestServer } from './test-replicas.fixtures.ts';

describeWithServer('the sessions of replicas through a real server', ({ replicas, withClient }) => {
  const foreign = JSON.stringify({ version: 999, user: 'of the future' });

  test('row 68: a session of another version is left alone, nobody is admitted by it, and the log says so once', async () => {
    const { all, keys, warnings } = await replicas(2);
    const [one, other] = pairOf(all.map(({ state }) => state.sessions('password')));
    const id = await one.open({ name: 'ada' });
    const name = await onlySession(withClient, keys);
    await withClient((client) => client.set(name, foreign));
    for (let n = 0; n < 2; n += 1) {
      await expect(other.use(id)).rejects.toThrow('shared_state_unreachable');
    }
    expect(warnings).toEqual(['left a shared record of another version alone']);
    expect(await withClient((client) => client.get(name))).toBe(foreign);
  });

  test('row 68: a session of another version can be ended, on all replicas at once', async () => {
    const { all, keys } = await replicas(2);
    const [one, other] = pairOf(all.map(({ state }) => state.sessions('password')));
    const id = await one.open({ name: 'ada', idToken: 'token' });
    expect(await other.use(id)).toEqual({ name: 'ada', idToken: 'token' });
    const name = await onlySession(withClient, keys);
    await withClient((client) => client.set(name, foreign));
    expect(await one.end(id)).toBeNull();
    expect(await withClient((client) => client.exists(name))).toBe(0);
    await expect.poll(() => other.use(id), { timeout: 1_000 }).toBeNull();
  });
});

/** @returns the key of the one session that these replicas have */
async function onlySession(withClient: TestServer['withClient'], keys: Keys): Promise<string> {
  const names = await withClient((client) => client.keys('*'));
  const [name, ...others] = names.filter((key) => key.startsWith(keys.session));
  if (name === undefined || others.length > 0) throw new Error('one session');
  return name;
}
