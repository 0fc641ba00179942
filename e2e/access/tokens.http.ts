import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { stoppedProductClock } from '../support/preloaded/movable-clock.ts';
import { builtRoutes } from '../support/products/built-routes.ts';
import { test } from '../support/products/http-test.ts';
import { plenty } from '../support/products/stack.ts';
import { signedIn } from '../support/sign-in/password.ts';

const madeUp = () => ({ Authorization: `Bearer sightline_${randomBytes(32).toString('base64url')}` });
/** What each route needs besides its path. */
const queries: Readonly<Record<string, string>> = {
  '/api/monitors/export': '?format=csv',
  '/api/changes/export': '?format=json',
  '/api/report/export': '?format=json',
};
/** Routes that do not read, that have their own token, or that only people may use. */
const notReading = /^\/api\/(auth\/|coverage$|mcp$|views\/own$|metrics$|.*refresh$|\[\[)/;

test('a token reads every endpoint, and none without it', async ({ tokenStack }) => {
  const { product, referenceApi, tokens } = tokenStack;
  const uuid = String(referenceApi.api.organization().monitors()[0]?.monitor_uuid);
  const endpoints = builtRoutes(uuid).filter(
    ({ pattern }) => pattern.startsWith('/api/') && !notReading.test(pattern),
  );
  expect(endpoints.length).toBeGreaterThan(9);
  for (const { pattern, path } of endpoints) {
    const url = `${product.url}${path}${queries[pattern] ?? ''}`;
    expect((await ask(url, { headers: tokens.headers('grafana') })).status, pattern).toBe(200);
    if (pattern !== '/api/health') expect((await ask(url)).status, pattern).toBe(401);
  }
  const wrong = await ask(`${product.url}/api/monitors`, { headers: madeUp() });
  expect(wrong.status).toBe(401);
  expect(wrong.headers.get('www-authenticate')).toBe('Bearer realm="Sightline", error="invalid_token"');
  expect(JSON.parse(wrong.text)).toMatchObject({ code: 'invalid_token' });
  expect(product.logs()).not.toContain('sightline_');
});

test('a token only reads, and no other site can use it', async ({ tokenStack }) => {
  const { product, referenceApi, tokens } = tokenStack;
  const before = referenceApi.requests();
  const headers = { ...tokens.headers('grafana'), 'Sightline-Refresh': 'on' };
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

test('scripts can read at most 60 single monitors an hour from the API, people any number', {
  tags: 'deep',
}, async ({ startTokenStack }) => {
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
});
