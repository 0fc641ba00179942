import { expect, test } from 'vitest';
import type { KnownNetworks } from './known-networks.ts';
import type { FailedLogins } from './login-blocks.ts';

/** The tests that every implementation of both interfaces must pass. @param create returns empty ones */
export function loginsContract(create: () => Promise<{ failed: FailedLogins; known: KnownNetworks }>): void {
  test('wrong passwords are counted by network, until a correct one', async () => {
    const { failed } = await create();
    expect(await failed.of('192.0.2.0/24')).toBeNull();
    for (let n = 0; n < 3; n += 1) await failed.add('192.0.2.0/24');
    const failures = await failed.of('192.0.2.0/24');
    expect(failures?.count).toBe(3);
    expect(failures?.agoMs).toBeGreaterThanOrEqual(0);
    expect(failures?.agoMs).toBeLessThan(60_000);
    expect(await failed.of('198.51.100.0/24')).toBeNull();
    await failed.clear('192.0.2.0/24');
    expect(await failed.of('192.0.2.0/24')).toBeNull();
  });

  test('a network is known after it was added', async () => {
    const { known } = await create();
    expect(await known.has('192.0.2.0/24')).toBe(false);
    await known.add('192.0.2.0/24');
    expect(await known.has('192.0.2.0/24')).toBe(true);
    expect(await known.has('198.51.100.0/24')).toBe(false);
  });
}
