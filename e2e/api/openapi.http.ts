/** @module-tag deep */
import { expect } from 'vitest';
import { documentedAnswers, requiredQueries } from '../support/http/documented-answers.ts';
import { rawRequest } from '../support/http/raw-request.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { signedIn } from '../support/sign-in/password.ts';

const unknown = '00000000-0000-4000-8000-000000000000';
const metricsToken = 'a-token-of-sixteen-letters';

/** Paths that ignore unknown parameters. */
const shared = ['/api/badge.svg', '/api/status', '/api/changes/feed'];

interface Init extends Omit<RequestInit, 'headers'> {
  headers?: Record<string, string>;
  query?: string;
  uuid?: string;
}

test('answers of all statuses are as the OpenAPI document says', async ({ startTokenStack }) => {
  const { product, tokens, referenceApi } = await startTokenStack(undefined, {
    env: { SIGHTLINE_METRICS_TOKEN: metricsToken },
  });
  const token = tokens.headers('grafana');
  const session = { Cookie: await signedIn(product) };
  const { text } = await ask(`${product.url}/api/openapi.json`, { headers: token });
  const { expectDocumented, unseen } = documentedAnswers(text);
  const monitors = referenceApi.api.organization().monitors();
  const known = String(monitors[0]?.monitor_uuid);

  /** Requests a documented path, and compares the answer. @param method the operation; another method may be sent */
  async function check(method: string, path: string, status: number, init: Init = {}) {
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
  const refreshes = Object.keys(paths).filter((path) => path.endsWith('/refresh'));
  expect([reads.length, refreshes.length]).toEqual([18, 2]);

  for (const [path] of reads) {
    const { headers } = await check('GET', path, 200, { headers: token });
    await check('HEAD', path, 200, { headers: token });
    const tag = headers.get('etag');
    if (tag !== null) await check('GET', path, 304, { headers: { ...token, 'If-None-Match': tag } });
    const wrong = shared.includes(path) ? 'is_active=maybe' : 'nothing=1';
    await check('GET', path, 400, { headers: token, query: wrong });
    await check('GET', path, 401);
    await check('GET', path, 405, { headers: token, method: 'PUT' });
    if (path.includes('{uuid}')) await check('GET', path, 404, { headers: token, uuid: unknown });
  }
  for (const path of ['/api/monitors/export', '/api/changes/export', '/api/report/export']) {
    for (const query of ['format=csv', 'format=json'])
      await check('GET', path, 200, { headers: token, query });
  }
  const query = 'facets=true&q=checkout&sort=relevance';
  await check('GET', '/api/monitors', 200, { headers: token, query });

  const refreshing = { ...session, 'Sightline-Refresh': 'on' };
  for (const path of refreshes) {
    await check('POST', path, 400, { headers: refreshing, query: 'nothing=1' });
    await check('POST', path, 401);
    await check('POST', path, 403, { headers: session });
    await check('POST', path, 403, { headers: { ...token, 'Sightline-Refresh': 'on' } });
    await check('POST', path, 405, { headers: refreshing, method: 'GET' });
  }
  const [list = '', one = ''] = refreshes;
  await check('POST', one, 404, { headers: refreshing, uuid: unknown });
  await check('POST', one, 200, { headers: refreshing });
  // The list is read after the answer (202), unless it has just been read (200).
  for (const status of [202, 200]) {
    await expect
      .poll(async () => {
        const answer = await ask(product.url + list, { method: 'POST', headers: refreshing });
        expectDocumented('POST', list, answer);
        return answer.status;
      })
      .toBe(status);
  }

  const addresses = { body: 'shop.example.com', headers: token };
  for (const format of ['', 'format=csv'])
    await check('POST', '/api/coverage', 200, { ...addresses, query: format });
  await check('POST', '/api/coverage', 400, { ...addresses, query: 'format=xml' });
  await check('POST', '/api/coverage', 401);
  await check('POST', '/api/coverage', 403, { headers: session });
  await check('POST', '/api/coverage', 405, { headers: token, method: 'GET' });
  await check('POST', '/api/coverage', 413, { body: 'x'.repeat(10_485_761), headers: token });
  await check('POST', '/api/coverage', 422, { body: '', headers: token });

  await check('GET', '/api/metrics', 200, { headers: { Authorization: `Bearer ${metricsToken}` } });
  await check('GET', '/api/metrics', 404, { headers: token });
  await check('GET', '/api/health', 200);
  await check('GET', '/api/health', 200, { query: 'ready=1' });
  await check('GET', '/api/health', 405, { method: 'DELETE' });

  // The launcher rejects these, whatever the path and the method.
  for (const { status: expected, ...request } of [
    { status: 414, path: `/api/monitors?q=${'x'.repeat(8192)}` },
    { status: 421, path: '/api/monitors', headers: { Host: 'evil.example' } },
  ]) {
    const { status, rawHeaders, text: whole } = await rawRequest(product.url, request);
    expect(status).toBe(expected);
    const headers = new Headers();
    for (let index = 0; index < rawHeaders.length; index += 2)
      headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
    expectDocumented('GET', '/api/monitors', { status, headers, text: whole.slice(whole.indexOf('{"')) });
  }

  const limited = { headers: tokens.headers('limited') };
  const count = () => ask(`${product.url}/api/changes/count`, limited);
  while ((await count()).status !== 429) await Promise.all(Array.from({ length: 20 }, count));
  await check('GET', '/api/monitors', 429, limited);

  // Reading one monitor takes longer than its answer.
  referenceApi.api.inject({ kind: 'delay', ms: 60_000 });
  await check('POST', one, 202, { headers: refreshing, uuid: String(monitors[1]?.monitor_uuid) });

  expect(unseen()).toEqual([]);
});

test('answers before anything could be read are as the OpenAPI document says', async ({
  startTokenStack,
}) => {
  const { product, tokens } = await startTokenStack(undefined, {
    before: ({ api }) => api.inject({ kind: 'revoke-key' }),
  });
  const headers = tokens.headers('grafana');
  const { text } = await ask(`${product.url}/api/openapi.json`, { headers });
  const { expectDocumented } = documentedAnswers(text);
  for (const [path, status] of [
    ['/api/monitors', 502],
    ['/api/monitors/{uuid}', 502],
    ['/api/review', 502],
    ['/api/wall', 502],
    ['/api/report', 502],
    ['/api/changes/feed?type=https', 502],
    ['/api/report/export?format=csv', 409],
    ['/api/monitors/export?format=csv', 409],
    ['/api/health?ready=1', 503],
    ['/api/status?fail_on=down', 503],
  ] as const) {
    // The first request may come while the first crawl still runs.
    const read = () => ask(product.url + path.replace('{uuid}', unknown), { headers });
    await expect.poll(async () => [path, (await read()).status]).toEqual([path, status]);
    expectDocumented('GET', path.replace(/\?.*/, ''), await read());
  }
});
