import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { expect } from '@playwright/test';
import { ask } from '../support/http/read.ts';
import { stoppedProductClock } from '../support/preloaded/movable-clock.ts';
import { builtRoutes } from '../support/products/built-routes.ts';
import { plenty } from '../support/products/fixtures.ts';
import { startProduct } from '../support/products/product.ts';
import { oidcTest } from '../support/sign-in/oidc-product.ts';
import { signedIn, statusWith } from '../support/sign-in/password.ts';
import { createTokenFile, tokenLine } from '../support/sign-in/token-file.ts';
import { tokenTest } from '../support/sign-in/token-product.ts';

const madeUp = () => ({ Authorization: `Bearer sightline_${randomBytes(32).toString('base64url')}` });
/** What each route needs besides its path. */
const queries: Readonly<Record<string, string>> = {
  '/api/monitors/export': '?format=csv',
  '/api/changes/export': '?format=json',
  '/api/report/export': '?format=json',
};
/** Routes that do not read, that have their own token, or that only people may use. */
const notReading = /^\/api\/(auth\/|coverage$|mcp$|views\/own$|metrics$|.*refresh$|\[\[)/;

/** Returns the token's name and the status of each request in a log. */
function requestsIn(log: string): string[] {
  return log
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line))
    .filter(({ route }) => route === '/api/changes/count')
    .map(({ token, status }) => `${token} ${status}`);
}

tokenTest('a token reads every endpoint, and none without it', async ({ tokenStack }) => {
  const { product, referenceApi, tokens } = tokenStack;
  const uuid = String(referenceApi.api.organization().monitors()[0]?.monitor_uuid);
  const endpoints = builtRoutes(uuid).filter(
    ({ pattern }) => pattern.startsWith('/api/') && pattern !== '/api/docs' && !notReading.test(pattern),
  );
  expect(endpoints.length).toBeGreaterThan(9);
  for (const { pattern, path } of endpoints) {
    const url = `${product.url}${path}${queries[pattern] ?? ''}`;
    for (const method of ['GET', 'HEAD']) {
      const { status } = await ask(url, { method, headers: tokens.headers('grafana') });
      expect(status, `${method} ${pattern}`).toBe(200);
    }
    if (pattern !== '/api/health') expect((await ask(url)).status, pattern).toBe(401);
  }
  const verbose = `${product.url}/api/health?verbose=1`;
  expect((await ask(verbose)).status).toBe(401);
  expect((await ask(verbose, { headers: tokens.headers('grafana') })).text).toContain('"version"');
});

tokenTest(
  'a token opens no page: it is redirected to sign-in like any anonymous caller',
  async ({ tokenStack }) => {
    const { product, tokens } = tokenStack;
    const uuid = '00000000-0000-4000-8000-000000000000';
    const pages = builtRoutes(uuid).filter(
      ({ pattern }) => !/^\/(api\/(?!docs)|login|wall|_)|^\/$/.test(pattern),
    );
    expect(pages.map(({ pattern }) => pattern)).toEqual(
      expect.arrayContaining(['/api/docs', '/monitors/[uuid]']),
    );
    for (const { pattern, path } of pages) {
      const response = await ask(`${product.url}${path}`, {
        headers: tokens.headers('grafana'),
        redirect: 'manual',
      });
      expect([response.status, response.headers.get('location')?.split('?')[0]], pattern).toEqual([
        307,
        '/login',
      ]);
    }
  },
);

tokenTest('a token only reads, and no other site can use it', async ({ tokenStack }) => {
  const { product, referenceApi, tokens } = tokenStack;
  const before = referenceApi.requests();
  const headers = { ...tokens.headers('grafana'), 'Sightline-Refresh': '30' };
  const refused = await ask(`${product.url}/api/monitors/refresh`, { method: 'POST', headers });
  expect(refused.status).toBe(403);
  expect(refused.headers.get('www-authenticate')).toContain('insufficient_scope');
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'token_read_only' });
  expect(referenceApi.requests()).toBe(before);
  const preflight = await ask(`${product.url}/api/monitors`, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://evil.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'authorization',
    },
  });
  expect(preflight.status).toBe(401);
  expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

tokenTest(
  'a wrong token is refused with an explanation; valid tokens and people still have access',
  async ({ startTokenStack }) => {
    const { product, tokens } = await startTokenStack();
    const url = `${product.url}/api/monitors`;
    for (let time = 0; time < 20; time += 1) {
      const wrong = await ask(url, { headers: madeUp() });
      expect(wrong.status).toBe(401);
      expect(wrong.headers.get('www-authenticate')).toBe('Bearer realm="Sightline", error="invalid_token"');
      expect(JSON.parse(wrong.text)).toMatchObject({
        code: 'invalid_token',
        error: expect.stringMatching(/token/i),
      });
    }
    expect((await ask(url, { headers: tokens.headers('cron') })).status).toBe(200);
    const cookie = await signedIn(product);
    expect(await statusWith(product, cookie)).toBe(200);
    const both = { Cookie: cookie, Authorization: 'Bearer of-a-proxy' };
    expect((await ask(url, { headers: both })).status, 'a session comes first').toBe(200);
  },
);

tokenTest('each token has its own limit, and the log names it', async ({ startTokenStack }) => {
  // The clock is stopped, so the minute of the limit does not end.
  const { product, tokens } = await startTokenStack(undefined, { env: stoppedProductClock });
  const url = `${product.url}/api/changes/count`;
  const statuses: number[] = [];
  for (let sent = 0; sent < 301; sent += 1) {
    const response = await ask(url, { headers: tokens.headers('limited') });
    statuses.push(response.status);
    if (response.status === 200) continue;
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.parse(response.text)).toMatchObject({ code: 'token_limited', retry_at: expect.any(String) });
  }
  expect(statuses).toEqual([...Array.from({ length: 300 }, () => 200), 429]);
  expect((await ask(url, { headers: tokens.headers('cron') })).status).toBe(200);
  await ask(url, { headers: madeUp() });
  await expect
    .poll(() => new Set(requestsIn(product.logs())))
    .toEqual(new Set(['cron 200', 'limited 200', 'limited 429', 'undefined 401']));
  expect(product.logs()).not.toContain('sightline_');
});

tokenTest(
  'scripts can read at most 60 single monitors an hour from the API, people any number',
  async ({ startTokenStack }) => {
    const { product, tokens, referenceApi } = await startTokenStack(
      { monitors: 70, limits: plenty },
      // The product reuses what it has read of a monitor for a minute. This minute does not end.
      { env: stoppedProductClock },
    );
    const uuids = referenceApi.api
      .organization()
      .monitors()
      .map(({ monitor_uuid }) => String(monitor_uuid));
    const before = referenceApi.requests();
    const answers = [];
    for (const [index, uuid] of uuids.entries()) {
      const headers = tokens.headers(index % 2 === 0 ? 'cron' : 'grafana');
      answers.push(await ask(`${product.url}/api/monitors/${uuid}`, { headers }));
    }
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toEqual(uuids.map((_, index) => (index < 60 ? 200 : 429)));
    expect(referenceApi.requests() - before).toBe(60);
    expect(JSON.parse(answers.at(-1)?.text ?? '')).toMatchObject({
      code: 'token_limited',
      error: expect.stringContaining('export'),
    });
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(60);
    const last = `${product.url}/api/monitors/${uuids.at(-1)}`;
    const known = await ask(`${product.url}/api/monitors/${uuids[59]}`, { headers: tokens.headers('cron') });
    expect(known.status, 'read less than a minute ago').toBe(200);
    const person = await ask(last, { headers: { Cookie: await signedIn(product) } });
    expect(JSON.parse(person.text).meta).toMatchObject({ degraded: null });
    expect((await ask(last, { headers: tokens.headers('cron') })).status, 'a person has read it').toBe(200);
  },
);

tokenTest(
  'without a restart a token stops working when its line is removed, and works when its line is added',
  async ({ startTokenStack }) => {
    const { product, tokens } = await startTokenStack();
    const status = async (name: string) =>
      (await ask(`${product.url}/api/changes/count`, { headers: tokens.headers(name) })).status;
    // Wrong tokens are limited, too.
    const seldom = { intervals: [500] };
    const leaked = `sightline_${'x'.repeat(43)}`;
    expect([await status('grafana'), await status('cron')]).toEqual([200, 200]);
    tokens.write(['cron'], leaked, '# comment');
    await expect.poll(() => status('grafana'), seldom).toBe(401);
    expect(await status('cron')).toBe(200);
    await expect.poll(() => product.logs()).toContain('"line":2');
    expect(product.logs()).not.toContain(leaked);
    tokens.write(['cron', 'grafana'], tokenLine('other', leaked));
    await expect.poll(() => status('grafana'), seldom).toBe(200);
    tokens.remove();
    await expect.poll(() => status('cron'), seldom).toBe(401);
    await expect.poll(() => product.logs()).toContain('cannot be read');
  },
);

tokenTest(
  'a pipe in place of the token file blocks neither sign-in nor shutdown',
  async ({ startTokenStack }) => {
    // With one thread, a single read that hangs is enough.
    const { product, tokens } = await startTokenStack(undefined, { env: { UV_THREADPOOL_SIZE: '1' } });
    const path = tokens.env.SIGHTLINE_API_TOKENS_FILE;
    execFileSync('mkfifo', [`${path}.pipe`]);
    renameSync(`${path}.pipe`, path);
    await expect.poll(() => product.logs()).toContain('cannot be read');
    expect(await statusWith(product, await signedIn(product))).toBe(200);
    expect(await product.stop()).toBe(0);
  },
);

tokenTest(
  'a script counts as a viewer only if it requests an interval in seconds',
  async ({ startTokenStack }) => {
    const { product, tokens } = await startTokenStack();
    const viewers = async (headers: Record<string, string> = {}): Promise<unknown> => {
      const { text } = await ask(`${product.url}/api/usage`, {
        headers: { ...tokens.headers('grafana'), ...headers },
      });
      return JSON.parse(text).data.refresh.viewers;
    };
    expect(await viewers()).toBe(0);
    expect(await viewers({ 'Sightline-Refresh': 'off' })).toBe(0);
    await viewers({ 'Sightline-Refresh': '60' });
    // The number of viewers is counted at most once a second.
    await expect.poll(() => viewers()).toBe(1);
  },
);

oidcTest('tokens also work with an OpenID provider', async ({ startOidcStack }) => {
  const tokens = createTokenFile('grafana');
  const { product } = await startOidcStack(tokens.env);
  const url = `${product.url}/api/changes/count`;
  expect((await ask(url, { headers: tokens.headers('grafana') })).status).toBe(200);
  expect((await ask(url, { headers: madeUp() })).status).toBe(401);
  tokens.remove();
});

tokenTest('without sign-in tokens are ignored, and the log says so', { tag: '@nightly' }, async () => {
  const product = await startProduct({ env: { SIGHTLINE_DEMO: '1', SIGHTLINE_API_TOKENS_FILE: '/nowhere' } });
  await expect.poll(() => product.logs()).toContain('SIGHTLINE_API_TOKENS_FILE has no effect');
  expect((await ask(`${product.url}/api/changes/count`, { headers: madeUp() })).status).toBe(200);
  await product.stop();
});
