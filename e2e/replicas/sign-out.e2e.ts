import { expect } from '@playwright/test';
import { plenty } from '../support/products/fixtures.ts';
import { startFaultProxy } from '../support/replicas/fault-proxy.ts';
import { replicasTest as test } from '../support/replicas/replicas.ts';
import { pathAndQueryOf, signInOn, statusWith, withPassword } from '../support/sign-in/password.ts';

test('row 70: signing out while the database is unreachable ends the session on that replica at once, and on the others when the database is back', async ({
  replicaSet,
  page,
}) => {
  const set = await replicaSet({ count: 1, api: { monitors: 120, limits: plenty }, env: withPassword });
  const proxy = await startFaultProxy(set.database.port);
  const replica = await set.add({ SIGHTLINE_DATABASE_URL: proxy.url });
  const [other] = set.replicas;
  if (!other) throw new Error('two replicas');

  await page.goto(`${replica.url}/monitors`);
  await signInOn(page);
  await expect(page.getByRole('link', { name: 'Usage' })).toBeVisible();
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  expect(await statusWith(other, cookie)).toBe(200);

  proxy.cut();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  await page.goto(`${replica.url}/monitors`);
  expect(pathAndQueryOf(page), 'the browser has no session any more').toBe('/login?next=%2Fmonitors');
  expect(await statusWith(replica, cookie), 'nor is a copy of it admitted').toBe(401);
  expect(await statusWith(other, cookie), 'does not know it yet').toBe(200);

  proxy.heal();
  await expect.poll(() => statusWith(other, cookie)).toBe(401);
  expect(await statusWith(replica, cookie)).toBe(401);
  await replica.stop();
  await proxy.close();
});
