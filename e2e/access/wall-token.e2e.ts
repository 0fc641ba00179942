import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { installClock } from '../support/browser/poll-with-clock.ts';
import { ask } from '../support/http/read.ts';
import { builtRoutes } from '../support/products/built-routes.ts';
import { signInOn } from '../support/sign-in/password.ts';
import { tokenLine } from '../support/sign-in/token-file.ts';
import { tokenTest } from '../support/sign-in/token-product.ts';

const others = ['grafana', 'cron', 'limited'];

function newWall(view = 'type=https') {
  const token = `sightline_${randomBytes(32).toString('base64url')}`;
  return {
    token,
    bearer: { Authorization: `Bearer ${token}` },
    line: `${tokenLine('lobby', token)} wall ${view}`,
  };
}

/** Sends what a browser sends when it opens the link of a wall. */
const openAs = (product: { url: string }, bearer: Record<string, string>) =>
  ask(`${product.url}/api/auth/wall`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: product.url, 'Sec-Fetch-Site': 'same-origin', ...bearer },
  });

/** Waits until the server has read the line of a token. */
const expectOpen = ({ url }: { url: string }, headers: Record<string, string>) =>
  expect.poll(async () => (await ask(`${url}/api/wall`, { headers })).status, { intervals: [500] }).toBe(200);

tokenTest('the token of a wall opens its view and nothing else', async ({ startTokenStack }) => {
  const { product, tokens, referenceApi } = await startTokenStack();
  const { bearer, line, token } = newWall();
  tokens.write(others, line);
  const wall = (headers: Record<string, string>, query = '') =>
    ask(`${product.url}/api/wall${query}`, { headers });
  await expectOpen(product, bearer);
  const opened = await openAs(product, bearer);
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/wall?type=https']);
  const [set = ''] = opened.headers.getSetCookie();
  expect(set).toMatch(/^sightline-wall-local=.*; HttpOnly; SameSite=Strict; Max-Age=34560000$/);
  expect(set).not.toContain(token);
  const cookie = { Cookie: set.split(';')[0] ?? '' };

  const own = JSON.parse((await wall(cookie)).text);
  expect(own.meta.view).toBe('type=https');
  expect(own.data.total).toBeLessThan(referenceApi.api.organization().monitors().length);
  const asked = JSON.parse((await wall(cookie, '?type=tcp&nothing=1')).text);
  expect(asked.meta.view, 'whatever the address asks for').toBe('type=https');

  const uuid = String(referenceApi.api.organization().monitors()[0]?.monitor_uuid);
  const closed = builtRoutes(uuid).filter(
    ({ pattern }) => !/^\/(api\/)?wall$|^\/(_|login$|api\/(auth|health|metrics))|^\/$/.test(pattern),
  );
  expect(closed.length).toBeGreaterThan(15);
  for (const { pattern, path } of closed) {
    for (const headers of [cookie, bearer]) {
      const { status, headers: sent } = await ask(product.url + path, { headers, redirect: 'manual' });
      const isPage = !pattern.startsWith('/api/') || pattern === '/api/docs';
      if (isPage) expect([status, sent.get('location')?.split('?')[0]], pattern).toEqual([307, '/login']);
      else expect(status, pattern).toBe(401);
    }
  }
  const verbose = await ask(`${product.url}/api/health?verbose=1`, { headers: bearer });
  expect(verbose.status).toBe(401);
  const posted = await ask(`${product.url}/api/wall`, { method: 'POST', headers: cookie });
  expect(posted.status).toBe(405);
  // A script's token can read any view, but cannot open the page of a wall.
  const script = tokens.headers('cron');
  expect(JSON.parse((await wall(script, '?type=tcp')).text).meta.view).toBe('type=tcp');
  expect((await openAs(product, script)).status).toBe(401);
  await expect.poll(() => product.logs()).toMatch(/"token":"lobby"/);
  expect(product.logs()).not.toContain(token);
});

tokenTest(
  'row 105: a link opens its wall, and stops working within 5 seconds after its line is removed',
  async ({ startTokenStack, page }) => {
    const { product, tokens } = await startTokenStack();
    const { bearer, token, line } = newWall('condition=up');
    const url = `${product.url}/wall#token=${token}`;
    await installClock(page);
    await page.goto(url);
    await expect(page.getByText('This wall’s link is no longer valid.'), 'not yet valid').toBeVisible();
    tokens.write(others, line);
    // The page's clock may be ahead of the server's by at most one request of the wall. Otherwise the wall would
    // report old data.
    await expectOpen(product, bearer);
    await page.clock.fastForward(31_000);
    await expect(page.getByText('Condition: Up')).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/wall?condition=up`);
    await expect(page.getByRole('link')).toHaveCount(0);
    // Overnight the browser is restarted, and the page is opened again.
    await page.goto(`${product.url}/wall`);
    await expect(page.getByText('All well')).toBeVisible();

    tokens.write(others);
    const removedAt = Date.now();
    let acceptedAt = 0;
    const status = async () => {
      const askedAt = Date.now();
      const answered = await page.evaluate(async () => (await fetch('/api/wall')).status);
      if (answered === 200) acceptedAt = askedAt;
      return answered;
    };
    await expect.poll(status, { intervals: [100] }).toBe(401);
    expect(acceptedAt - removedAt, 'the last one that was accepted').toBeLessThan(5000);
    await page.clock.fastForward(31_000);
    await expect(page.getByText('This wall’s link is no longer valid.')).toBeVisible();
    await expect(page.getByText('All well')).toHaveCount(0);
    await expect(page).toHaveURL(`${product.url}/wall`);

    await page.context().clearCookies();
    await page.goto(`${product.url}/wall?type=tcp`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signInOn(page);
    await expect(page).toHaveURL(`${product.url}/wall?type=tcp`);
    await expect(page.getByText('Type: tcp')).toBeVisible();
  },
);
