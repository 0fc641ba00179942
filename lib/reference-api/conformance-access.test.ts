import { describe, expect, test } from 'vitest';
import { heldScopes } from './access.ts';
import { KEY, LIST, NOON, organization, send, serve, uuid, withKey } from './conformance.fixtures.ts';
import type { OrganizationInput } from './fixture.ts';

const CATALOG = [
  ...['account:read', 'monitors:read', 'monitors:write', 'incidents:read', 'incidents:write'],
  ...['status-pages:read', 'status-pages:write', 'metrics:read', 'audit-logs:read'],
];
const statusOf = async (given: OrganizationInput, path = LIST): Promise<number> =>
  (await send(await serve([given]), path)).status;

describe('Authentication', () => {
  test.each([
    ...[
      '',
      'Bearer',
      KEY,
      `Basic ${KEY}`,
      `Bearer ${KEY} x`,
      `Bearer "${KEY}"`,
      `Bearer ${KEY.toUpperCase()}`,
    ],
    ...[`Bearer ${KEY}=`, 'Bearer unknown', 'Bearer __proto__', `Token ${KEY}`],
  ])('missing, malformed or unknown keys yield 401: Authorization: %s', async (authorization) => {
    const answer = await send(await serve(), LIST, { key: null, headers: { Authorization: authorization } });
    expect(answer.status).toBe(401);
    expect(Object.keys(answer.body)).toEqual(['error']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('a key in the query or in another header is not a key', async () => {
    const answer = await send(await serve(), `${LIST}?api_key=${KEY}`, {
      key: null,
      headers: { 'X-Api-Key': KEY },
    });
    expect(answer.status).toBe(401);
  });

  test('unknown, revoked and expired keys get the same response', async () => {
    const texts = await Promise.all(
      [
        withKey({ revoked: true }),
        withKey({ expires_at: '2026-03-10T12:00:00.000Z' }),
        organization({ keys: [] }),
      ].map(async (given) => (await send(await serve([given]), LIST)).text),
    );
    expect(new Set(texts)).toEqual(new Set(['{"error":"Invalid API key"}']));
  });

  test('a key works until the moment at which it expires', async () => {
    const api = await serve([withKey({ expires_at: new Date(NOON + 1000).toISOString() })]);
    api.time.now += 999;
    expect((await send(api, LIST)).status).toBe(200);
    api.time.now += 1;
    expect((await send(api, LIST)).status).toBe(401);
  });

  test('a key that is revoked stops working on the next request', async () => {
    const api = await serve();
    api.api.organization().editKey(KEY, { revoked: true });
    expect((await send(api, LIST)).status).toBe(401);
  });

  test.each([
    [null, 200],
    [[], 403],
    [['127.0.0.1'], 200],
    [['127.0.0.0/8'], 200],
    [['192.0.2.1', '127.0.0.1/32'], 200],
    [['::ffff:127.0.0.1'], 200],
    [['127.0.0.2'], 403],
    [['::1', '2001:db8::/32'], 403],
  ])('IP allowlist %j: %i', async (ip_allowlist, status) => {
    const api = await serve([withKey({ ip_allowlist })]);
    const answer = await send(api, LIST, {
      headers: { 'X-Forwarded-For': '127.0.0.2', Forwarded: 'for=127.0.0.2' },
    });
    expect(answer.status).toBe(status);
    if (status === 403) expect(Object.keys(answer.body)).toEqual(['error']);
  });

  test.each([
    ['::ffff:127.0.0.1', '127.0.0.1', 200],
    ['::1', '::1/128', 200],
    ['::1', '127.0.0.1', 403],
  ])('IP allowlist: source %s, allowlist entry %s', async (remoteAddress, entry, status) => {
    const { api } = await serve([withKey({ ip_allowlist: [entry] })]);
    const request = { method: 'GET', url: LIST, authorization: `Bearer ${KEY}`, remoteAddress };
    expect(api.handle(request).status).toBe(status);
  });
});

describe('Scope rules', () => {
  test.each([
    ...[
      'monitors:*',
      '*',
      'monitors:write',
      'monitors',
      'Monitors:Read',
      'monitors:read ',
      'monitors:read,account:read',
    ],
  ])('Scope rules 1: %j does not grant monitors:read', async (scope) => {
    const given = organization({ plan: 'enterprise', keys: [{ key: KEY, scopes: [scope] }] });
    expect(await statusOf(given)).toBe(403);
    expect(await statusOf(given, `${LIST}/${uuid(1)}`)).toBe(403);
  });

  test('Scope rules 2: scope edits take effect on the next request, with the same secret', async () => {
    const api = await serve();
    api.api.organization().editKey(KEY, { scopes: ['account:read'] });
    expect((await send(api, LIST)).body).toMatchObject({ granted_scopes: ['account:read'] });
    api.api.organization().editKey(KEY, { scopes: ['account:read', 'monitors:read'] });
    expect((await send(api, LIST)).status).toBe(200);
  });

  test('Scope rules 3: scopes that the plan disallows are dropped silently', async () => {
    const scopes = ['metrics:read', 'incidents:read', 'account:read'];
    const granted = async (plan: 'free' | 'team' | 'pro') =>
      (await send(await serve([organization({ plan, keys: [{ key: KEY, scopes }] })]), LIST)).body
        .granted_scopes;
    expect(await granted('free')).toEqual(['account:read']);
    expect(await granted('team')).toEqual(['incidents:read', 'account:read']);
    expect(await granted('pro')).toEqual(scopes);
    expect(
      await statusOf(
        organization({ plan: 'free', keys: [{ key: KEY, scopes: [...scopes, 'monitors:read'] }] }),
      ),
    ).toBe(200);
  });

  test('Scope rules 4: after a downgrade a key gets 403 only for the scopes that the plan no longer grants', async () => {
    const api = await serve([
      organization({ plan: 'pro', keys: [{ key: KEY, scopes: ['monitors:read', 'metrics:read'] }] }),
    ]);
    api.api.organization().plan = 'free';
    expect((await send(api, LIST)).status).toBe(200);
    api.api.organization().plan = ['account:read', 'metrics:read'];
    expect((await send(api, LIST)).body).toEqual({
      error: 'Missing required scope',
      required_scope: 'monitors:read',
      granted_scopes: ['metrics:read'],
    });
    api.api.organization().plan = 'free';
    expect((await send(api, LIST)).status).toBe(200);
  });
});

describe('Scope catalog, Endpoint to scope, Plan gating of scopes', () => {
  test.each(CATALOG)('the scope %s: only monitors:read opens the live endpoints', async (scope) => {
    const given = organization({ plan: 'enterprise', keys: [{ key: KEY, scopes: [scope] }] });
    expect(await statusOf(given)).toBe(scope === 'monitors:read' ? 200 : 403);
    expect(await statusOf(given, `${LIST}/${uuid(1)}`)).toBe(scope === 'monitors:read' ? 404 : 403);
  });

  const free = ['account:read', 'monitors:read'];
  const team = [...free, 'incidents:read', 'status-pages:read', 'audit-logs:read'];
  test.each([
    ['free', free],
    ['team', team],
    ['pro', CATALOG],
    ['business', CATALOG],
    ['enterprise', CATALOG],
  ] as const)('the plan %s may grant its row of the table', (plan, scopes) => {
    expect(heldScopes(CATALOG, plan).sort()).toEqual([...scopes].sort());
  });
});
