import { expect } from '@playwright/test';
import type { FaultInput } from '../../lib/reference-api/faults.ts';
import type { RunningReferenceApi } from '../../lib/reference-api/server.ts';
import { test } from '../support/fixtures.ts';
import { ask } from '../support/read.ts';

interface Case {
  /** Of the failure matrix. */
  row: number;
  when: string;
  arrange: (api: RunningReferenceApi) => unknown;
  status: number;
  body: Record<string, unknown> & { code: string };
}

const inject =
  (...faults: FaultInput[]) =>
  ({ api }: RunningReferenceApi) =>
    faults.forEach((fault) => {
      api.inject(fault);
    });
const editKey =
  (patch: { scopes?: string[]; ip_allowlist?: string[]; revoked?: boolean; expires_at?: string }) =>
  ({ api, apiKey }: RunningReferenceApi) =>
    api.organization().editKey(apiKey, patch);
const anyOf = JSON.stringify({
  error: 'Missing required scope',
  required_scopes_any_of: ['monitors:read', 'monitors:write'],
  granted_scopes: [],
});

const cases: Case[] = [
  {
    row: 18,
    when: 'the key is revoked',
    arrange: editKey({ revoked: true }),
    status: 502,
    body: { code: 'api_key_rejected' },
  },
  {
    row: 18,
    when: 'the key has expired',
    arrange: editKey({ expires_at: '2020-01-01T00:00:00.000Z' }),
    status: 502,
    body: { code: 'api_key_rejected' },
  },
  {
    row: 19,
    when: 'the key lacks the scope',
    arrange: editKey({ scopes: ['incidents:read'] }),
    status: 502,
    body: { code: 'missing_scope', required_scope: 'monitors:read', granted_scopes: ['incidents:read'] },
  },
  {
    row: 19,
    when: 'the key lacks each of several scopes',
    arrange: inject({ kind: 'status', status: 403 }, { kind: 'malformed', body: anyOf }),
    status: 502,
    body: {
      code: 'missing_scope',
      required_scopes_any_of: ['monitors:read', 'monitors:write'],
      granted_scopes: [],
    },
  },
  {
    row: 20,
    when: 'the address is not on the allowlist',
    arrange: editKey({ ip_allowlist: ['192.0.2.0/24'] }),
    status: 502,
    body: { code: 'access_denied' },
  },
  {
    row: 12,
    when: 'the day is used up',
    arrange: inject({ kind: 'exhaust-quota', window: 'daily' }),
    status: 429,
    body: { code: 'daily_quota_exhausted', retry_at: null },
  },
  {
    row: 13,
    when: 'the month is used up',
    arrange: inject({ kind: 'exhaust-quota', window: 'monthly' }),
    status: 429,
    body: { code: 'monthly_quota_exhausted', retry_at: null },
  },
  {
    row: 10,
    when: 'the API refuses without saying why',
    arrange: inject({ kind: 'status', status: 429 }),
    status: 429,
    // Nobody says when: Sightline waits a minute.
    body: { code: 'quota_unknown' },
  },
  {
    row: 1,
    when: 'nobody listens',
    arrange: (api) => api.close(),
    status: 502,
    body: { code: 'upstream_unreachable', error: expect.stringContaining('refused') },
  },
  {
    row: 1,
    when: 'the connection breaks off',
    arrange: inject({ kind: 'reset' }),
    status: 502,
    body: { code: 'upstream_unreachable' },
  },
  {
    row: 5,
    when: 'half an answer comes',
    arrange: inject({ kind: 'malformed' }),
    status: 502,
    body: { code: 'upstream_invalid_response' },
  },
  {
    row: 5,
    when: 'JSON of another kind comes',
    arrange: inject({ kind: 'malformed', body: '{"data":[{"name":1}],"pagination":{}}' }),
    status: 502,
    body: { code: 'upstream_invalid_response' },
  },
  {
    row: 7,
    when: 'the API fails',
    arrange: inject({ kind: 'status', status: 503 }),
    status: 502,
    body: { code: 'upstream_error', error: expect.stringContaining('503') },
  },
  {
    row: 6,
    when: 'the API redirects',
    arrange: inject({ kind: 'status', status: 302, headers: { Location: 'http://127.0.0.1:1/' } }),
    status: 502,
    body: { code: 'upstream_error', error: expect.stringContaining('302') },
  },
  {
    row: 2,
    when: 'the API does not answer within five seconds',
    arrange: inject({ kind: 'delay', ms: 6000 }),
    status: 504,
    body: { code: 'upstream_timeout' },
  },
];

/** The answer once it is known that there is nothing to show: until then a list is 200 and empty. */
async function failed(url: string) {
  let response = await ask(url);
  await expect
    .poll(
      async () => {
        response = await ask(url);
        return response.status;
      },
      { timeout: 15_000 },
    )
    .not.toBe(200);
  return response;
}

for (const { row, when, arrange, status, body } of cases) {
  test(`row ${row}, ${body.code}: ${when}`, async ({ stack }) => {
    const { product, referenceApi } = await stack({}, { before: arrange });
    const [monitor] = referenceApi.api.organization().monitors();
    for (const path of ['', `/${monitor?.monitor_uuid}`]) {
      const response = await failed(`${product.url}/api/monitors${path}`);
      expect(response.status).toBe(status);
      const { text } = response;
      expect(JSON.parse(text)).toMatchObject({
        error: expect.stringMatching(/^[A-Z].*\.$/),
        request_id: response.headers.get('x-request-id'),
        ...body,
      });
      const isWaiting = typeof JSON.parse(text).retry_at === 'string';
      expect(response.headers.has('retry-after'), 'Retry-After when a time is known').toBe(isWaiting);
      expect(text + [...response.headers].join()).not.toContain(referenceApi.apiKey);
    }
    expect(product.logs()).not.toContain(referenceApi.apiKey);
  });
}

test('row 9, rate_limited: the minute is used up; then nothing is asked until it ends', async ({ stack }) => {
  const { product, referenceApi } = await stack(
    {},
    { before: ({ api }) => api.inject({ kind: 'exhaust-quota', window: 'minute' }) },
  );
  const [monitor] = referenceApi.api.organization().monitors();
  const answers = [];
  for (const path of ['', '?page=2', '?q=api', `/${monitor?.monitor_uuid}`])
    answers.push(await ask(`${product.url}/api/monitors${path}`));
  for (const response of answers) {
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(64);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(JSON.parse(response.text)).toMatchObject({
      code: 'rate_limited',
      retry_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  }
  expect(referenceApi.requests()).toBe(1);
});

test('monitor_not_found: no monitor has this UUID, or another organization has it', async ({ stack }) => {
  const { product, referenceApi } = await stack();
  const before = referenceApi.requests();
  const [neighbour] = referenceApi.api.organization('Example Neighbours').monitors();
  const unknown = await ask(`${product.url}/api/monitors/00000000-0000-4000-8000-000000000000`);
  const others = await ask(`${product.url}/api/monitors/${neighbour?.monitor_uuid}`);
  const bodies: unknown[] = [];
  for (const response of [unknown, others]) {
    expect(response.status).toBe(404);
    bodies.push({ ...JSON.parse(response.text), request_id: '' });
  }
  expect(bodies[0]).toMatchObject({ code: 'monitor_not_found' });
  expect(bodies[1], 'the two cannot be told apart').toEqual(bodies[0]);
  expect(referenceApi.requests() - before, 'the whole list is known').toBe(0);
});
