import { expect } from '@playwright/test';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { plenty, test } from '../support/products/fixtures.ts';
import { withPassword } from '../support/sign-in/password.ts';
import { createTarget, organization } from './generated-requests.ts';

test('generated requests: no 5xx, no hang, no data revealed or changed', async ({ stack }) => {
  const { product } = await stack(
    { organizations: [organization], limits: plenty },
    { env: { ...withPassword, SIGHTLINE_LOG_LEVEL: 'info' }, waitForInventory: false },
  );
  const target = await createTarget(product);
  const before = await target.list();
  const faults = await target.send(300, propertySeed);
  console.log(`  seed ${propertySeed}, responses by status: ${target.statuses()}`);
  expect(faults.slice(0, 20), `seed ${propertySeed}`).toEqual([]);
  expect(await target.list(), 'the list is unchanged').toEqual(before);
  expect(target.unexpectedOutput()).toEqual([]);
});

test('a request for a prerendered page does not start prerendering', async ({ staticStack: { product } }) => {
  for (const path of ['/monitors', '/usage', '/nothing']) {
    const response = await fetch(product.url + path, { headers: { RSC: '1', 'Next-Router-Prefetch': '2' } });
    expect(response.status, path).toBeLessThan(500);
    await response.arrayBuffer();
  }
  expect(product.logs()).not.toContain('prerendering');
});
