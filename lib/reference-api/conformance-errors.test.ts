import { describe, expect, test } from 'vitest';
import { KEY, LIST, monitor, organization, send, serve, uuid, withKey } from './conformance.fixtures.ts';

describe('Errors', () => {
  test.each([
    ['400', `${LIST}?per_page=101`, organization(), KEY],
    ['401', LIST, organization(), null],
    ['403', LIST, withKey({ ip_allowlist: ['192.0.2.1'] }), KEY],
    ['404', `${LIST}/${uuid(9)}`, organization(), KEY],
    ['429', LIST, withKey({ limit_minute: 0 }), KEY],
  ])('Errors %s: the body is { "error": <string message> }', async (status, path, given, key) => {
    const answer = await send(await serve([given]), path, { key });
    expect(answer.status).toBe(Number(status));
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.body).toEqual({ error: expect.stringMatching(/^\S.+\S$/) });
  });

  test('403 for a missing scope: error, required_scope and granted_scopes, no required_scopes_any_of', async () => {
    const { status, body } = await send(
      await serve([withKey({ scopes: ['account:read', 'monitors:write'] })]),
      LIST,
    );
    expect(status).toBe(403);
    expect(body).toEqual({
      error: 'Missing required scope',
      required_scope: 'monitors:read',
      granted_scopes: ['account:read'],
    });
  });

  test('403 for a missing scope: granted_scopes is an empty array when the key has no scope', async () => {
    expect((await send(await serve([withKey({ scopes: [] })]), `${LIST}/x`)).body.granted_scopes).toEqual([]);
  });

  test('the first of several causes is reported: path, method, key, address, scope, limit, parameter', async () => {
    const worst = withKey({ scopes: [], ip_allowlist: [], limit_minute: 0 });
    const api = await serve([worst]);
    const bad = `${LIST}/not-a-uuid`;
    expect((await send(api, '/v1/nothing', { method: 'POST', key: null })).status).toBe(404);
    expect((await send(api, bad, { method: 'POST', key: null })).status).toBe(405);
    expect((await send(api, bad, { key: null })).status).toBe(401);
    expect((await send(api, bad)).body.error).toMatch(/allowlist/);
    api.api.organization().editKey(KEY, { ip_allowlist: null });
    expect((await send(api, bad)).body.error).toBe('Missing required scope');
    api.api.organization().editKey(KEY, { scopes: ['monitors:read'] });
    expect((await send(api, bad)).status).toBe(429);
    api.api.organization().editKey(KEY, { limit_minute: 1 });
    expect((await send(api, bad)).status).toBe(400);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND'])(
    '405 with Allow for %s',
    async (method) => {
      const api = await serve([organization({ monitors: [monitor(1)] })]);
      for (const path of [LIST, `${LIST}/${uuid(1)}`, `${LIST}?page=0`]) {
        const answer = await send(api, path, { method });
        expect(answer.status).toBe(405);
        expect(answer.headers.get('allow')).toBe('GET');
        expect(answer.text).toBe(method === 'HEAD' ? '' : '{"error":"Method not allowed"}');
      }
    },
  );
});

describe('Versioning', () => {
  test.each([
    ...[
      '/',
      '/v1',
      '/v2/monitors',
      '/monitors',
      '/V1/monitors',
      '/v1/monitors/',
      '//v1/monitors',
      '/v1/incidents',
    ],
    ...[`/v1/monitors/${uuid(1)}/`, `/v1/monitors/${uuid(1)}/checks`, '/v1/%6donitors', '/v1/monitors;a=b'],
  ])('unknown paths and other versions yield 404: %s', async (path) => {
    const { status, body } = await send(await serve([organization({ monitors: [monitor(1)] })]), path);
    expect(status).toBe(404);
    expect(body).toEqual({ error: 'Not found' });
  });
});
