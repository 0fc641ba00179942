import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { createMemoryStore } from '../store/memory-store.ts';
import { createPersistentState } from '../store/persistent-state.ts';
import { loadKnownNetworks } from './known-networks.ts';

const DAY_MS = 86_400_000;
const silent = { warn: () => {}, info: () => {} };

/** Creates a store. Each call of `start` loads it as a new process does. */
function setUp() {
  const clock = createFakeClock();
  const store = createMemoryStore();
  const persistentState = createPersistentState({
    store,
    clock,
    log: silent,
    problem: null,
    setAside: false,
  });
  const start = (key = 'key') => loadKnownNetworks({ clock, persistentState, key: Buffer.from(key) });
  return { clock, store, start };
}

test('row 80: a network is known for 30 days after the last sign-in, also after a restart', async () => {
  const { clock, start } = setUp();
  const first = await start();
  expect(await first.has('192.0.2.1')).toBe(false);
  await first.add('192.0.2.1');
  await clock.pass(20 * DAY_MS);
  await first.add('192.0.2.1');
  await clock.pass(30 * DAY_MS - 1);
  const second = await start();
  for (const networks of [first, second]) {
    expect([await networks.has('192.0.2.1'), await networks.has('192.0.2.2')]).toEqual([true, false]);
  }
  await clock.pass(1);
  for (const networks of [first, second, await start()]) expect(await networks.has('192.0.2.1')).toBe(false);
});

test('row 80: the stored record reveals no address, and is useless with another key', async () => {
  const { clock, store, start } = setUp();
  await (await start()).add('192.0.2.1');
  await clock.pass(0);
  expect((await store.read('known-networks'))?.join('')).not.toContain('192.0.2.1');
  expect(await (await start('another key')).has('192.0.2.1')).toBe(false);
});

test('row 80: of 10,001 networks the one that signed in longest ago is forgotten, also after a restart', async () => {
  const { clock, start } = setUp();
  const first = await start();
  for (let network = 1; network <= 10_000; network += 1) await first.add(String(network));
  await first.add('1');
  await clock.pass(0);
  const second = await start();
  await second.add('another');
  expect(await Promise.all(['1', '2', '3', 'another'].map(second.has))).toEqual([true, false, true, true]);
});

test('row 75: loading drops a sign-in in the future, and ignores an unreadable record', async () => {
  const { clock, store, start } = setUp();
  await (await start()).add('192.0.2.1');
  await clock.pass(0);
  clock.jump(-DAY_MS);
  expect(await (await start()).has('192.0.2.1')).toBe(false);
  for (const record of ['{"version":2,"networks":[]}', 'nonsense']) {
    await store.write('known-networks', [record]);
    const networks = await start();
    expect(await networks.has('192.0.2.1')).toBe(false);
    await networks.add('192.0.2.1');
    await clock.pass(0);
    expect(await (await start()).has('192.0.2.1')).toBe(true);
  }
});
