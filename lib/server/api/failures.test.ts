import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorBodySchema, errorCodeSchema } from '@/lib/contract/error';
import type { Failure } from '../errors';
import { describeDegraded, failureBody, failureResponse } from './failures.ts';

const respondTo = (failure: Failure, now = at) => failureResponse(failure, 'id', new Headers(), now);
const retryAfter = (failure: Failure, now?: number) => respondTo(failure, now).headers.get('retry-after');
const at = Date.parse('2026-11-20T12:00:00.000Z');
const quota = { retryAt: at + 1500 };
const failures: Record<Failure['code'], Failure> = {
  invalid_parameter: {
    code: 'invalid_parameter',
    parameter: 'page',
    detail: 'must be a whole number of 1 or more',
  },
  signed_out: { code: 'signed_out' },
  invalid_token: { code: 'invalid_token' },
  token_read_only: { code: 'token_read_only' },
  token_limited: { code: 'token_limited', why: 'requests', ...quota },
  cross_site: { code: 'cross_site', missingHeader: null },
  not_found: { code: 'not_found' },
  monitor_not_found: { code: 'monitor_not_found' },
  method_not_allowed: { code: 'method_not_allowed', allowed: ['GET', 'HEAD'] },
  inventory_incomplete: { code: 'inventory_incomplete' },
  too_large: { code: 'too_large', what: 'addresses' },
  no_addresses: {
    code: 'no_addresses',
    format: 'list',
    skipped: [{ reason: 'local', count: 1, examples: [{ line: 2, text: 'localhost' }] }],
  },
  busy: { code: 'busy', ...quota },
  not_ready: { code: 'not_ready', what: 'list', ...quota },
  rate_limited: { code: 'rate_limited', ...quota },
  daily_quota_exhausted: { code: 'daily_quota_exhausted', retryAt: null },
  monthly_quota_exhausted: { code: 'monthly_quota_exhausted', retryAt: null },
  quota_unknown: { code: 'quota_unknown', retryAt: null },
  api_key_rejected: { code: 'api_key_rejected' },
  missing_scope: { code: 'missing_scope', requiredScope: 'monitors:read', grantedScopes: ['account:read'] },
  access_denied: { code: 'access_denied' },
  upstream_unreachable: { code: 'upstream_unreachable', reason: 'tls' },
  upstream_invalid_response: { code: 'upstream_invalid_response', reason: 'not JSON' },
  upstream_error: { code: 'upstream_error', status: 503 },
  upstream_timeout: { code: 'upstream_timeout' },
  storage_unreachable: { code: 'storage_unreachable' },
  storage_unwritable: { code: 'storage_unwritable', engine: 'postgresql', problem: 'read_only' },
  no_leader: { code: 'no_leader' },
  internal: { code: 'internal' },
};
test('every code of the contract is a failure of the BFF or of the launcher', () => {
  expect(new Set(errorCodeSchema.options)).toEqual(new Set([...Object.keys(failures), 'wrong_host']));
});

test.each(Object.values(failures))('$code has a sentence and a body the contract accepts', (failure) => {
  const body = failureBody(failure, 'id');
  expect(errorBodySchema.parse(body)).toEqual(body);
  expect(body.error).toMatch(/^[A-Z].{10,}[.]$/);
});

test('docs/operations.md has each code, with its status', () => {
  const text = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| (\d{3})[\d, ]*\| (`.*?) *\|/gm)];
  const documented = rows.flatMap(([, status, codes = '']) =>
    Array.from(codes.matchAll(/`(\w+)`/g), ([, code]) => [code, Number(status)]),
  );
  const statuses: Record<string, number> = Object.fromEntries(documented);
  expect(documented.length).toBeGreaterThan(10);
  for (const code of Object.keys(failures)) expect(text).toContain(`\`${code}\``);
  for (const failure of Object.values(failures).filter(({ code }) => code in statuses))
    expect(respondTo(failure).status, failure.code).toBe(statuses[failure.code]);
});

test('a body that is too large is not said to be a list, unless it is one', () => {
  expect(failureBody({ code: 'too_large', what: 'body' }, 'id').error).toMatch(/^The body is too large\./);
  expect(failureBody(failures.too_large, 'id').error).toBe(
    'The list has more than 20,000 addresses. Split it.',
  );
});

test('some codes have extra fields in the body', () => {
  expect(failureBody(failures.invalid_parameter, 'id').parameter).toBe('page');
  expect(failureBody(failures.rate_limited, 'id').retry_at).toBe('2026-11-20T12:00:01.500Z');
  expect(failureBody(failures.quota_unknown, 'id').retry_at).toBeNull();
  expect(failureBody(failures.missing_scope, 'id')).toMatchObject({
    required_scope: 'monitors:read',
    granted_scopes: ['account:read'],
  });
});

test.each([
  [20_000, 'The list is read again in 20 s.'],
  [0, 'The list is being read again.'],
])('a monitor that is not listed: when the list was read, and is read next (in %i ms)', (inMs, next) => {
  const list = { asOf: at - 40_000, refreshAt: at + inMs, now: at };
  const failure: Failure = { code: 'monitor_not_found', list };
  const body = failureBody(failure, 'id');
  expect(errorBodySchema.parse(body)).toEqual(body);
  expect(body).toMatchObject({
    list_as_of: '2026-11-20T11:59:20.000Z',
    retry_at: new Date(at + inMs).toISOString(),
  });
  expect(body.error).toBe(
    `This monitor isn’t in the list read 40 s ago: created since, deleted, or in another organization. ${next}`,
  );
  expect(retryAfter(failure)).toBeNull();
});

test('a 405 names the allowed methods, in the sentence and in Allow', () => {
  for (const [allowed, words] of [
    [['GET', 'HEAD'], 'GET and HEAD'],
    [['POST'], 'POST'],
  ] as const) {
    const failure = { code: 'method_not_allowed', allowed } as const;
    expect(failureBody(failure, 'id').error).toBe(`This endpoint accepts only ${words}.`);
    const response = respondTo(failure);
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed.join(', ')]);
  }
  expect(respondTo({ code: 'not_found' }).headers.has('allow')).toBe(false);
});

test('a response that other credentials would change says which are accepted', () => {
  const challenge = (failure: Failure) => respondTo(failure).headers.get('www-authenticate');
  expect(challenge(failures.signed_out)).toBe('Bearer realm="Sightline"');
  expect(challenge(failures.invalid_token)).toBe('Bearer realm="Sightline", error="invalid_token"');
  expect(challenge(failures.token_read_only)).toBe('Bearer realm="Sightline", error="insufficient_scope"');
  expect(challenge(failures.cross_site)).toBeNull();
});

test('the body names the place of a wrong word in a search', () => {
  const place = { from: 3, to: 12, message: 'type: needs one of http, https, tcp, ping' };
  const failure = { code: 'invalid_parameter', parameter: 'q', detail: 'has a mistake', place } as const;
  expect(failureBody(failure, 'id')).toMatchObject({ code: 'invalid_parameter', parameter: 'q', place });
});

test('the error for a missing header that only our pages can send names the header', () => {
  const { error } = failureBody({ code: 'cross_site', missingHeader: 'Sightline-Refresh' }, 'id');
  expect(error).toMatch(/^The header Sightline-Refresh is missing/);
  expect(error).not.toMatch(/form/);
});

test('Retry-After is whole seconds, at least one, and left out when unknown', () => {
  expect(retryAfter(failures.rate_limited)).toBe('2');
  expect(retryAfter(failures.rate_limited, at + 10_000)).toBe('1');
  expect(retryAfter(failures.quota_unknown)).toBeNull();
});

test('each failure with 503 has Retry-After', () => {
  const unavailable = Object.values(failures).filter((failure) => respondTo(failure).status === 503);
  expect(unavailable.map((failure) => [failure.code, retryAfter(failure)])).toEqual([
    ['not_ready', '2'],
    ['storage_unreachable', '5'],
    ['storage_unwritable', '5'],
    ['no_leader', '5'],
  ]);
});

const since = Date.parse('2026-11-20T12:00:00Z');
const next = since + 30_000;
const retryAtOf = (
  failure: Parameters<typeof describeDegraded>[0]['failure'],
  nextAttemptAt: number | null,
) => describeDegraded({ failure, since }, nextAttemptAt).retry_at;

test('the retry time is that of the failure, otherwise that of the next attempt', () => {
  expect(retryAtOf({ code: 'upstream_timeout' }, next)).toBe('2026-11-20T12:00:30.000Z');
  expect(retryAtOf({ code: 'upstream_timeout' }, null)).toBeNull();
  expect(retryAtOf({ code: 'rate_limited', retryAt: since + 5000 }, next)).toBe('2026-11-20T12:00:05.000Z');
});

test('while a quota is used up the retry time is unknown, because the next attempt is only a probe', () => {
  expect(retryAtOf({ code: 'daily_quota_exhausted', retryAt: null }, next)).toBeNull();
});

test.each([
  ['proxy', 'HTTPS_PROXY'],
  ['tls_untrusted', 'NODE_EXTRA_CA_CERTS'],
] as const)('the sentence for an API that cannot be reached (%s) names the setting %s', (reason, setting) => {
  expect(failureBody({ code: 'upstream_unreachable', reason }, 'id').error).toContain(setting);
});
