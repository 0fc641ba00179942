import { expect } from '@playwright/test';
import { freePort } from '../../lib/demo/free-port.ts';
import { startHostileProvider } from '../support/hostile/hostile-provider.ts';
import { test } from '../support/products/fixtures.ts';
import { client, goToProvider, withProvider } from '../support/sign-in/openid-provider.ts';
import { errorMessageOn, pathAndQueryOf, statusWith } from '../support/sign-in/password.ts';

// The rejection of other false responses is tested by lib/server/auth/oidc-lies.test.ts.
test('row 56: a token signed with another key is rejected with a message, and a correct one is accepted', async ({
  stack,
  page,
}) => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const provider = await startHostileProvider(client.id);
  const { product } = await stack(
    { monitors: 3 },
    { env: withProvider(provider.issuer, url), waitForInventory: false },
  );
  provider.lie({ token: ({ header, payload, signWith }) => signWith('other', header, payload) });
  const before = product.logs().length;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${product.url}/monitors?q=a`);
  await goToProvider(page);
  await expect(errorMessageOn(page)).toHaveText(/^Couldn’t verify the sign-in provider’s response/);
  expect(pathAndQueryOf(page)).toContain('/login?error=answer_invalid&next=%2Fmonitors%3Fq%3Da&request=');
  expect(await page.context().cookies()).toEqual([]);
  expect(await statusWith(product, '')).toBe(401);
  expect(
    asked.filter((one) => one.includes('/authorize')),
    'no loop',
  ).toHaveLength(1);
  // The log has one line with the reason, and no contents of the token.
  const logged = () => product.logs().slice(before);
  await expect
    .poll(() =>
      logged()
        .split('\n')
        .filter((line) => line.includes('"msg":"provider"')),
    )
    .toEqual([expect.stringContaining('signature')]);
  expect(logged()).not.toContain('eyJ');

  provider.lie(null);
  await goToProvider(page);
  await expect(page.getByTitle('Signed in as Eve')).toBeVisible();
  await provider.close();
});
