import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { createMemoryStore } from '../store/memory-store.ts';
import { createPersistentState } from '../store/persistent-state.ts';
import { loadKnownNetworks } from './known-networks.ts';
import { blockedMs, createFailedLogins } from './login-blocks.ts';
import { loginsContract } from './logins-contract.fixtures.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** A counter, and what it says of a network. */
function setUp() {
  const clock = createFakeClock();
  const failed = createFailedLogins(clock);
  return {
    clock,
    failed,
    blocked: async (network: string) => blockedMs(await failed.of(network)),
    count: async (network: string) => (await failed.of(network))?.count ?? 0,
  };
}

test('row 53: the fifth wrong password blocks the network, and each further one twice as long, up to 15 min', async () => {
  const { clock, failed, blocked } = setUp();
  const blocks: number[] = [];
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    await failed.add('192.0.2.1');
    const block = await blocked('192.0.2.1');
    blocks.push(block / SECOND_MS);
    clock.advance(block);
    expect(await blocked('192.0.2.1')).toBe(0);
  }
  expect(blocks).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]);
  expect(await blocked('192.0.2.2'), 'another network').toBe(0);
});

test('row 53: the remaining time of a block counts down', async () => {
  const { clock, failed, blocked } = setUp();
  for (let attempt = 1; attempt <= 5; attempt += 1) await failed.add('192.0.2.1');
  clock.advance(10 * SECOND_MS);
  expect(await blocked('192.0.2.1')).toBe(20 * SECOND_MS);
});

test('row 53: a correct password, or a day without a wrong one, clears the network', async () => {
  const { clock, failed, blocked, count } = setUp();
  for (const network of ['192.0.2.1', '192.0.2.2'])
    for (let attempt = 1; attempt <= 9; attempt += 1) await failed.add(network);
  await failed.clear('192.0.2.1');
  expect([await count('192.0.2.1'), await blocked('192.0.2.1')]).toEqual([0, 0]);
  clock.advance(24 * 60 * MINUTE_MS - 1);
  expect(await count('192.0.2.2')).toBe(9);
  clock.advance(1);
  await failed.add('192.0.2.2');
  expect([await count('192.0.2.2'), await blocked('192.0.2.2')]).toEqual([1, 0]);
});

test('row 80: at most 10,000 networks are remembered', async () => {
  const { failed, count } = setUp();
  for (let network = 0; network <= 10_000; network += 1) await failed.add(String(network));
  expect([await count('0'), await count('1'), await count('10000')]).toEqual([0, 1, 1]);
});

loginsContract(async () => {
  const clock = createFakeClock();
  const persistentState = createPersistentState({
    store: createMemoryStore(),
    clock,
    log: { warn: () => {}, info: () => {} },
    problem: null,
    setAside: false,
  });
  const known = await loadKnownNetworks({ clock, persistentState, key: Buffer.from('a secret') });
  return { failed: createFailedLogins(clock), known };
});
