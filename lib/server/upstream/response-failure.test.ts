import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldScopes } from '@/lib/reference-api/access.ts';
import { forbiddenFailure, statusFailure, transportFailure } from './response-failure';

const now = 1_767_323_045_678;
const secret = 'sk-live-0123456789abcdef';

describe('statusFailure', () => {
  it.each([
    [401, 'list', { code: 'api_key_rejected' }],
    [404, 'detail', { code: 'monitor_not_found' }],
    [404, 'list', { code: 'upstream_error', status: 404 }],
    [400, 'detail', { code: 'upstream_error', status: 400 }],
    [204, 'list', { code: 'upstream_error', status: 204 }],
    [302, 'list', { code: 'upstream_error', status: 302 }],
    [503, 'list', { code: 'upstream_error', status: 503 }],
  ] as const)('%i on the %s', (status, endpoint, failure) => {
    expect(statusFailure(status, endpoint, {}, now)).toEqual(failure);
  });

  it.each([
    [{ rateLimitRemaining: 0, rateLimitReset: 30, dailyRemaining: 5 }, 'rate_limited', now + 30_000],
    [{ rateLimitRemaining: 0 }, 'rate_limited', null],
    [{ rateLimitRemaining: 3, rateLimitReset: 30, dailyRemaining: 0 }, 'daily_quota_exhausted', null],
    [{ rateLimitRemaining: 0, rateLimitReset: 30, dailyRemaining: 0 }, 'daily_quota_exhausted', null],
    [{ rateLimitRemaining: 0, dailyRemaining: 0, monthlyRemaining: 0 }, 'monthly_quota_exhausted', null],
    [{ rateLimitRemaining: 3, rateLimitReset: 30 }, 'quota_unknown', null],
    [{}, 'quota_unknown', null],
  ])('429 with %j', (usage, code, retryAt) => {
    expect(statusFailure(429, 'list', usage, now)).toEqual({ code, retryAt });
  });
});

describe('forbiddenFailure', () => {
  it('row 19: one required scope, and the scopes of the key', () => {
    const body = {
      error: 'Missing required scope',
      required_scope: 'monitors:read',
      granted_scopes: ['account:read'],
    };
    expect(forbiddenFailure(body, secret)).toEqual({
      code: 'missing_scope',
      requiredScope: 'monitors:read',
      grantedScopes: ['account:read'],
    });
  });

  it('row 19: any of several scopes', () => {
    const body = {
      required_scope: null,
      required_scopes_any_of: ['monitors:read', 'metrics:read'],
      granted_scopes: 7,
    };
    expect(forbiddenFailure(body, secret)).toEqual({
      code: 'missing_scope',
      requiredScopesAnyOf: ['monitors:read', 'metrics:read'],
      grantedScopes: [],
    });
  });

  it.each([
    undefined,
    null,
    'Forbidden',
    { error: 'IP not allowed' },
    { required_scope: 7, granted_scopes: [] },
    { required_scopes_any_of: [], granted_scopes: [] },
    { required_scope: 's'.repeat(101), granted_scopes: [] },
  ])('row 20: without a scope it is access denied (%#)', (body) => {
    expect(forbiddenFailure(body, secret)).toEqual({ code: 'access_denied' });
  });

  it('row 47: a key echoed among the scopes is not passed on, neither completely nor in part', () => {
    const place = fc.constantFrom('required_scope', 'required_scopes_any_of', 'granted_scopes');
    fc.assert(
      fc.property(place, fc.string(), fc.string({ maxLength: 200 }), (field, before, after) => {
        const echo = `${before}${secret}${after}`;
        const body = {
          required_scope: 'monitors:read',
          [field]: field === 'required_scope' ? echo : ['x', echo],
        };
        expect(JSON.stringify(forbiddenFailure(body, secret))).not.toContain(secret.slice(0, 8));
      }),
    );
  });

  it('row 19: all scopes of the catalog except the required one are passed on', () => {
    const names = ['account', 'incidents', 'status-pages', 'metrics', 'audit-logs', 'monitors'];
    const catalog = heldScopes(
      names.flatMap((name) => [`${name}:read`, `${name}:write`]),
      'enterprise',
    );
    expect(catalog).toHaveLength(9);
    const held = catalog.filter((scope) => scope !== 'monitors:read');
    expect(forbiddenFailure({ required_scope: 'monitors:read', granted_scopes: held }, secret)).toEqual({
      code: 'missing_scope',
      requiredScope: 'monitors:read',
      grantedScopes: held,
    });
  });

  it('is bounded: at most ten scopes of each kind', () => {
    const many = Array.from({ length: 1000 }, (_, n) => `scope:${n}`);
    expect(forbiddenFailure({ required_scopes_any_of: many, granted_scopes: many }, secret)).toEqual({
      code: 'missing_scope',
      requiredScopesAnyOf: many.slice(0, 10),
      grantedScopes: many.slice(0, 10),
    });
  });

  it('values that are not scopes, or are too long, are left out', () => {
    const granted = ['account:read', 7, null, 'x'.repeat(101), '', 'metrics:read'];
    const body = { required_scope: 'monitors:read', granted_scopes: granted };
    expect(forbiddenFailure(body, secret)).toMatchObject({ grantedScopes: ['account:read', 'metrics:read'] });
    expect(forbiddenFailure({ required_scopes_any_of: ['', 7] }, secret)).toEqual({
      code: 'access_denied',
    });
  });
});

describe('transportFailure', () => {
  const coded = (code: string) => Object.assign(new Error(`secret ${code}`), { code });

  it.each([
    ['ECONNREFUSED', { code: 'upstream_unreachable', reason: 'refused' }],
    ['ENOTFOUND', { code: 'upstream_unreachable', reason: 'name' }],
    ['EAI_AGAIN', { code: 'upstream_unreachable', reason: 'name' }],
    ['ECONNRESET', { code: 'upstream_unreachable', reason: 'reset' }],
    ['EPIPE', { code: 'upstream_unreachable', reason: 'reset' }],
    ['UND_ERR_SOCKET', { code: 'upstream_unreachable', reason: 'reset' }],
    ['CERT_HAS_EXPIRED', { code: 'upstream_unreachable', reason: 'tls_expired' }],
    ['ERR_TLS_CERT_ALTNAME_INVALID', { code: 'upstream_unreachable', reason: 'tls_name' }],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', { code: 'upstream_unreachable', reason: 'tls_untrusted' }],
    ['CERT_REVOKED', { code: 'upstream_unreachable', reason: 'tls' }],
    ['EHOSTUNREACH', { code: 'upstream_unreachable', reason: 'other' }],
    ['UND_ERR_DESTROYED', { code: 'upstream_unreachable', reason: 'other' }],
    ['UND_ERR_CONNECT_TIMEOUT', { code: 'upstream_timeout' }],
    ['ETIMEDOUT', { code: 'upstream_timeout' }],
    ['UND_ERR_HEADERS_OVERFLOW', { code: 'upstream_invalid_response', reason: 'is not HTTP' }],
  ])('%s', (code, failure) => {
    expect(transportFailure(coded(code))).toEqual(failure);
  });

  it('any other error is unreachable with reason "other"', () => {
    for (const thrown of [
      new Error('secret'),
      'secret',
      undefined,
      Object.assign(new Error('x'), { code: 7 }),
    ]) {
      expect(transportFailure(thrown)).toEqual({ code: 'upstream_unreachable', reason: 'other' });
    }
  });
});
