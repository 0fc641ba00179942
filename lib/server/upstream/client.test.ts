import { inspect } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import {
  answer,
  jsonAnswer,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '@/lib/server/upstream/scripted-upstream.fixtures';
import { wireDetail, wirePage, wireRow } from '@/lib/server/upstream/wire-monitors.fixtures';
import { createUpstreamClient } from './client';

const apiKey = 'sk-live-0123456789abcdef';
const uuid = '00000000-0000-4000-8000-000000000001';
const now = 1_767_323_045_678;
const clock = createFakeClock(now);
const firstPage = { page: 1, per_page: 100 };
const usageHeaders = {
  'X-RateLimit-Limit': '60',
  'X-RateLimit-Remaining': '59',
  'X-RateLimit-Reset': '30',
  'X-Quota-Daily-Limit': '5000',
  'X-Quota-Daily-Remaining': '4180',
  'X-Quota-Monthly-Limit': '100000',
  'X-Quota-Monthly-Remaining': '91220',
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((part) => part.close()));
});

async function start(...script: Parameters<typeof startScriptedUpstream>) {
  const upstream = await startScriptedUpstream(...script);
  const client = createUpstreamClient({ baseUrl: upstream.baseUrl, apiKey, clock });
  open.push(client, upstream);
  return { upstream, client };
}

const rawRequests = (upstream: ScriptedUpstream) =>
  upstream.requests.map((request) => request.raw.toLowerCase());

it('reads a page, its counters and its date', async () => {
  const body = wirePage([wireRow(1), wireRow(2), {}]);
  const headers = { ...usageHeaders, Date: 'Thu, 01 Jan 2026 00:00:00 GMT' };
  const { client } = await start(jsonAnswer(200, body, headers));
  expect(await client.listMonitors(firstPage)).toEqual({
    ok: true,
    value: {
      monitors: [1, 2].map((n) => ({ ...wireRow(n), unknown_fields: [] })),
      dropped: 1,
      pagination: { per_page: 100, total: 3, total_pages: 1 },
    },
    usage: {
      rateLimitLimit: 60,
      rateLimitRemaining: 59,
      rateLimitReset: 30,
      dailyLimit: 5000,
      dailyRemaining: 4180,
      monthlyLimit: 100000,
      monthlyRemaining: 91220,
    },
    date: Date.UTC(2026, 0, 1),
  });
});

it('reads a detail; without headers there are no counters and no date', async () => {
  const { client } = await start(jsonAnswer(200, { data: wireDetail() }));
  const value = { ...wireDetail(), unknown_fields: [] };
  expect(await client.getMonitor(uuid)).toEqual({ ok: true, value, usage: {}, date: null });
});

it('requests the right paths, with the key, identity encoding and no headers of a browser', async () => {
  const { upstream, client } = await start(jsonAnswer(200, {}));
  await client.listMonitors(firstPage);
  await client.listMonitors({ page: 3, per_page: 25 });
  await client.getMonitor(uuid);
  expect(upstream.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
    'GET /v1/monitors?page=1&per_page=100',
    'GET /v1/monitors?page=3&per_page=25',
    `GET /v1/monitors/${uuid}`,
  ]);
  for (const head of rawRequests(upstream)) {
    expect(head).toContain(`\r\nauthorization: bearer ${apiKey}\r\n`);
    expect(head).toContain('\r\naccept-encoding: identity\r\n');
    expect(head).toContain('\r\naccept: application/json\r\n');
    expect(head).not.toContain('cookie');
  }
});

it('keeps a path prefix before /v1', async () => {
  const { upstream } = await start(jsonAnswer(200, wirePage([])));
  const client = createUpstreamClient({ baseUrl: new URL('/api/v1', upstream.baseUrl), apiKey, clock });
  open.push(client);
  await client.listMonitors(firstPage);
  expect(upstream.requests[0]?.target).toBe('/api/v1/monitors?page=1&per_page=100');
});

it('row 63: rejects an id that is not a UUID, without a request', async () => {
  const { upstream, client } = await start(jsonAnswer(200, {}));
  for (const id of ['', '..', `${uuid}/../..`, `${uuid}?x`, `${uuid}\n`]) {
    await expect(client.getMonitor(id)).rejects.toThrow(TypeError);
  }
  expect(upstream.connections()).toBe(0);
});

it('row 6: redirects are not followed, neither to the same host nor to another, which gets no connection', async () => {
  const { upstream: other } = await start(jsonAnswer(200, wirePage([])));
  const { upstream, client } = await start([]);
  const targets = [
    '/v1/monitors?page=2',
    `${other.baseUrl}/monitors`,
    `//127.0.0.1:${other.baseUrl.port}/v1`,
  ];
  for (const status of [301, 302, 303, 307, 308]) {
    for (const Location of targets) {
      upstream.play(answer(status, { Location }, ''));
      expect(await client.listMonitors(firstPage)).toMatchObject({
        ok: false,
        failure: { code: 'upstream_error', status },
      });
    }
  }
  expect(upstream.requests).toHaveLength(15);
  expect(other.connections()).toBe(0);
});

it('error statuses become failures, and their counters are read, too', async () => {
  const { upstream, client } = await start([]);
  const failureOf = async (status: number, json: unknown, headers: Record<string, string> = {}) => {
    upstream.play(jsonAnswer(status, json, headers));
    const result = await client.getMonitor(uuid);
    return result.ok ? null : { ...result.failure, usage: result.usage };
  };
  const usage = {};
  expect(await failureOf(401, {})).toEqual({ code: 'api_key_rejected', usage });
  expect(await failureOf(404, {})).toEqual({ code: 'monitor_not_found', usage });
  expect(await failureOf(500, {})).toEqual({ code: 'upstream_error', status: 500, usage });
  expect(await failureOf(403, { error: 'no' })).toEqual({ code: 'access_denied', usage });
  expect(await failureOf(403, { required_scope: 'monitors:read', granted_scopes: [] })).toEqual({
    code: 'missing_scope',
    requiredScope: 'monitors:read',
    grantedScopes: [],
    usage,
  });
  expect(await failureOf(429, {})).toEqual({ code: 'quota_unknown', retryAt: null, usage });
  const window = { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '30' };
  expect(await failureOf(429, {}, window)).toEqual({
    code: 'rate_limited',
    retryAt: now + 30_000,
    usage: { rateLimitRemaining: 0, rateLimitReset: 30 },
  });
  upstream.play(jsonAnswer(404, {}));
  expect(await client.listMonitors(firstPage)).toMatchObject({
    failure: { code: 'upstream_error', status: 404 },
  });
});

it('row 47: a response that echoes the key does not expose it, and neither does the client', async () => {
  const { upstream, client } = await start([]);
  const echo = { error: apiKey, required_scope: apiKey, granted_scopes: [apiKey], data: apiKey };
  for (const status of [200, 400, 401, 403, 404, 429, 500]) {
    upstream.play(jsonAnswer(status, echo, { 'X-RateLimit-Limit': apiKey, Date: apiKey, Location: apiKey }));
    const result = await client.getMonitor(uuid);
    expect(result.ok).toBe(false);
    expect(inspect(result, { depth: 20 })).not.toContain('sk-live');
  }
  upstream.play([{ send: `HTTP/1.1 200 OK\r\nbroken ${apiKey}\r\n\r\n` }]);
  expect(inspect(await client.getMonitor(uuid), { depth: 20 })).not.toContain('sk-live');
  expect(inspect(client, { depth: 20, showHidden: true })).not.toContain('sk-live');
});

it('closing aborts attempts in flight', async () => {
  const { upstream, client } = await start([]);
  const requested = new Promise<void>((resolve) => {
    upstream.play(() => {
      resolve();
      return [];
    });
  });
  const pending = client.listMonitors(firstPage);
  await requested;
  await client.close();
  expect(await pending).toMatchObject({ failure: { code: 'upstream_unreachable', reason: 'other' } });
});
