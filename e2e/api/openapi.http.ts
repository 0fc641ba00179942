/** @module-tag deep */
import { expect } from 'vitest';
import { documentedAnswers, requiredQueries } from '../support/http/documented-answers.ts';
import { type RawRequest, rawRequest } from '../support/http/raw-request.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { signedIn } from '../support/sign-in/password.ts';

// Each test has its own product.

const unknown = '00000000-0000-4000-8000-000000000000';
const metricsToken = 'a-token-of-sixteen-letters';
/** Settings of a product that waits only half a second for the API. */
const impatient = {
  NODE_OPTIONS: `--import=${new URL('../support/preloaded/impatient.ts', import.meta.url).href}`,
};
/** Requests that the launcher rejects, whatever the path and the method. */
const rejected: readonly (Partial<RawRequest> & { status: number; query?: string })[] = [
  { status: 414, query: `q=${'x'.repeat(8192)}` },
  { status: 421, headers: { Host: 'evil.example' } },
];

/** Paths that ignore unknown parameters. */
const shared = ['/api/badge.svg', '/api/status', '/api/changes/feed'];

type Init = Omit<RequestInit, 'headers'> & {
  headers?: Record<string, string>;
  query?: string;
  uuid?: string;
};

test('answers of all statuses are as the OpenAPI document says', async ({ startTokenStack }) => {
  const main = await startTokenStack(undefined, {
    env: { SIGHTLINE_METRICS_TOKEN: metricsToken },
  });
  const token = main.tokens.headers('grafana');
  const session = { Cookie: await signedIn(main.product) };
  const { text } = await ask(`${main.product.url}/api/openapi.json`, { headers: token });
  const { expectDocumented, unseen } = documentedAnswers(text);
  const known = String(main.referenceApi.api.organization().monitors()[0]?.monitor_uuid);

  /** Requests a documented path, and compares the answer. @param method the operation; another method may be sent */
  async function check(
    product: { url: string },
    method: string,
    path: string,
    status: number,
    init: Init = {},
  ) {
    const { query = requiredQueries[path] ?? '', uuid = known, ...rest } = init;
    const url = `${product.url}${path.replace('{uuid}', uuid)}?${query}`;
    const answer = await ask(url, { method, ...rest });
    expect(answer.status, `${rest.method ?? method} ${url}: ${answer.text.slice(0, 200)}`).toBe(status);
    expectDocumented(method, path, answer);
    return answer;
  }

  const paths: Record<string, Record<string, { security: Record<string, unknown>[] }>> = JSON.parse(
    text,
  ).paths;
  const reads = Object.entries(paths).filter(([, { get }]) => get?.security.some(({ token: one }) => one));
  const gated = reads.map(([path]) => path);
  const refreshes = Object.keys(paths).filter((path) => path.endsWith('/refresh'));
  expect([gated.length, refreshes.length]).toEqual([18, 2]);
  const { product } = main;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ path, method, sent: path.replace('{uuid}', known) })),
  );

  for (const path of gated) {
    const { headers } = await check(product, 'GET', path, 200, { headers: token });
    await check(product, 'HEAD', path, 200, { headers: token });
    const tag = headers.get('etag');
    if (tag !== null) await check(product, 'GET', path, 304, { headers: { ...token, 'If-None-Match': tag } });
    await check(product, 'GET', path, 400, {
      headers: token,
      query: shared.includes(path) ? 'is_active=maybe' : 'nothing=1',
    });
    await check(product, 'GET', path, 401);
    await check(product, 'GET', path, 405, { headers: token, method: 'PUT' });
    if (path.includes('{uuid}')) await check(product, 'GET', path, 404, { headers: token, uuid: unknown });
  }
  for (const path of ['/api/monitors/export', '/api/changes/export', '/api/report/export']) {
    for (const query of ['format=csv', 'format=json'])
      await check(product, 'GET', path, 200, { headers: token, query });
  }
  await check(product, 'GET', '/api/monitors', 200, {
    headers: token,
    query: 'facets=true&q=checkout&sort=relevance',
  });

  /** The list is read after the answer (202), unless it has just been read (200). */
  async function expectReading(path: string, headers: Record<string, string>) {
    for (const status of [202, 200]) {
      await expect
        .poll(async () => {
          const answer = await ask(`${product.url}${path}`, { method: 'POST', headers });
          expectDocumented('POST', path, answer);
          return answer.status;
        })
        .toBe(status);
    }
  }

  for (const path of refreshes) {
    const headers = { ...session, 'Sightline-Refresh': 'on' };
    if (path.includes('{uuid}')) await check(product, 'POST', path, 200, { headers });
    else await expectReading(path, headers);
    await check(product, 'POST', path, 400, {
      headers,
      query: shared.includes(path) ? 'is_active=maybe' : 'nothing=1',
    });
    await check(product, 'POST', path, 401);
    await check(product, 'POST', path, 403, { headers: session });
    await check(product, 'POST', path, 403, { headers: { ...token, 'Sightline-Refresh': 'on' } });
    await check(product, 'POST', path, 405, { headers, method: 'GET' });
    if (path.includes('{uuid}')) await check(product, 'POST', path, 404, { headers, uuid: unknown });
  }

  const list = { body: 'shop.example.com', headers: token };
  for (const query of ['', 'format=csv'])
    await check(product, 'POST', '/api/coverage', 200, { ...list, query });
  await check(product, 'POST', '/api/coverage', 400, { ...list, query: 'format=xml' });
  await check(product, 'POST', '/api/coverage', 401);
  await check(product, 'POST', '/api/coverage', 413, { body: 'x'.repeat(10_485_761), headers: token });
  await check(product, 'POST', '/api/coverage', 422, { body: '', headers: token });
  await check(product, 'POST', '/api/coverage', 403, { headers: session });
  await check(product, 'POST', '/api/coverage', 405, { headers: token, method: 'GET' });

  const metrics = { Authorization: `Bearer ${metricsToken}` };
  await check(product, 'GET', '/api/metrics', 200, { headers: metrics });
  await check(product, 'GET', '/api/metrics', 404, { headers: token });
  await check(product, 'GET', '/api/metrics', 405, { method: 'POST' });
  await check(product, 'GET', '/api/health', 200);
  await check(product, 'GET', '/api/health', 200, { query: 'ready=1' });
  await check(product, 'GET', '/api/health', 405, { method: 'DELETE' });

  for (const { path, method, sent } of operations) {
    for (const { status: expected, query = '', ...rest } of rejected) {
      const request = { path: `${sent}?${query}`, method: method.toUpperCase(), ...rest };
      const { status, rawHeaders, text: whole } = await rawRequest(product.url, request);
      expect(status, `${method} ${path}`).toBe(expected);
      const headers = new Headers();
      for (let index = 0; index < rawHeaders.length; index += 2)
        headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
      expectDocumented(method, path, { status, headers, text: whole.slice(whole.indexOf('{"')) });
    }
  }

  // The document does not describe the steps of signing in, because they are for browsers.
  const undocumented = [
    { path: '/api/auth/login', status: 404 },
    { path: '/api/auth/login', status: 403, method: 'POST' },
    { path: '/api/auth/callback', status: 404 },
    { path: '/api/auth/logout', status: 405 },
    { path: '/api/auth/wall', status: 405 },
    { path: '/api/auth/wall', status: 401, method: 'POST', headers: { Origin: product.url } },
    { path: '/api/auth/logout', status: 303, method: 'POST', headers: { Origin: product.url } },
    { path: '/api/nowhere', status: 404, headers: token },
  ];
  for (const { path, status, ...init } of undocumented) {
    const answer = await ask(product.url + path, { ...init, redirect: 'manual' });
    expect(answer.status, path).toBe(status);
    expect(answer.headers.get('server-timing'), path).toMatch(/^total;dur=\d+(\.\d)?$/);
  }

  const limited = main.tokens.headers('limited');
  /**
   * Compares the answer to a token that has used up its requests of a minute. It uses the requests up before each
   * comparison, because the minute may have ended.
   */
  async function checkLimited(method: string, path: string, init: Init = {}) {
    const count = () => ask(`${product.url}/api/changes/count`, { headers: limited });
    while ((await count()).status !== 429) await Promise.all(Array.from({ length: 20 }, count));
    await check(product, method, path, 429, { ...init, headers: { ...limited, ...init.headers } });
  }
  for (const path of gated) await checkLimited('GET', path);
  for (const path of refreshes) await checkLimited('POST', path, { headers: { 'Sightline-Refresh': 'on' } });
  await checkLimited('POST', '/api/coverage');

  // Reading one monitor takes longer than its answer.
  main.referenceApi.api.inject({ kind: 'delay', ms: 60_000 });
  await check(product, 'POST', '/api/monitors/{uuid}/refresh', 202, {
    headers: { ...session, 'Sightline-Refresh': 'on' },
    uuid: String(main.referenceApi.api.organization().monitors()[1]?.monitor_uuid),
  });

  // Nothing can be read.
  const failing = [
    { status: 502, fault: { kind: 'revoke-key' }, env: {} },
    { status: 429, fault: { kind: 'exhaust-quota', window: 'minute' }, env: {} },
    { status: 504, fault: { kind: 'delay', ms: 60_000 }, env: impatient },
  ] as const;
  const now = Date.now();
  for (const { status, fault, env } of failing) {
    // The minute of the API does not end.
    const broken = await startTokenStack(
      { monitors: 30, clock: () => now },
      { before: ({ api }) => api.inject(fault), env },
    );
    const headers = broken.tokens.headers('grafana');
    // The first request may come while the first crawl still runs.
    await expect
      .poll(async () => (await ask(`${broken.product.url}/api/monitors`, { headers })).status)
      .toBe(status);
    await check(broken.product, 'GET', '/api/monitors', status, { headers });
    await check(broken.product, 'GET', '/api/monitors/{uuid}', status, { headers });
    await check(broken.product, 'GET', '/api/review', status, { headers });
    await check(broken.product, 'GET', '/api/wall', status, { headers });
    await check(broken.product, 'GET', '/api/report', status, { headers });
    await check(broken.product, 'GET', '/api/changes/feed', status, { headers, query: 'type=https' });
    await check(broken.product, 'GET', '/api/report/export', 409, { headers });
    await check(broken.product, 'GET', '/api/monitors/export', 409, { headers });
    await check(broken.product, 'POST', '/api/coverage', 409, { headers });
    await check(broken.product, 'GET', '/api/health', 503, { query: 'ready=1' });
  }

  // Other causes of a 503 than that of health are in openapi-failures.http.ts.
  const never = unseen().filter((one) => !/ 503$/.test(one) || one === 'get /api/health 503');
  expect(never).toEqual([]);
});
