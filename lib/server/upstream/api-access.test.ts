import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { createApiAccess } from './api-access';

const KEY = 'mk_live_0123456789';
const lacksScope = {
  code: 'missing_scope' as const,
  requiredScope: 'monitors:read',
  grantedScopes: ['audit-logs:read'],
};

function setup(address = 'https://api.example.com/v1') {
  const clock = createFakeClock();
  const access = createApiAccess({ baseUrl: new URL(address), apiKey: KEY, clock });
  /** Records an attempt that is sent and completed now. */
  const record = (failure: Parameters<typeof access.recordAttempt>[0]) =>
    access.recordAttempt(failure, clock.monotonic());
  return { clock, access, record };
}

test('the scopes are unknown before the first response of the API', () => {
  const { access } = setup();
  expect(access.scopes()).toBeNull();
  expect(access.problem()).toBeNull();
});

test('a successful response proves the required scope, and no other', () => {
  const { access, record, clock } = setup();
  record(null);
  expect(access.scopes()).toEqual({ held: ['monitors:read'], complete: false, learnedAt: clock.now() });
});

test('a 403 lists all scopes; a later successful response shows that the list is out of date', () => {
  const { access, record } = setup();
  record(lacksScope);
  expect(access.scopes()).toMatchObject({ held: ['audit-logs:read'], complete: true });
  record({ code: 'api_key_rejected' });
  expect(access.scopes(), 'a 401 contains no scopes').toMatchObject({ held: ['audit-logs:read'] });
  record(null);
  expect(access.scopes()).toMatchObject({ held: ['monitors:read'], complete: false });
});

test('a complete list that contains the required scope is kept', () => {
  const { access, record } = setup();
  record({
    ...lacksScope,
    requiredScope: 'metrics:read',
    grantedScopes: ['monitors:read', 'incidents:read'],
  });
  record(null);
  expect(access.scopes()).toMatchObject({ held: ['monitors:read', 'incidents:read'], complete: true });
});

test('a problem lasts from its first failure to the next successful response', () => {
  const { access, record, clock } = setup();
  const since = clock.now();
  record({ code: 'upstream_error', status: 500 });
  clock.advance(5000);
  record({ code: 'upstream_error', status: 502 });
  expect(access.problem()).toEqual({ failure: { code: 'upstream_error', status: 502 }, since });
  record({ code: 'api_key_rejected' });
  expect(access.problem(), 'another problem').toEqual({
    failure: { code: 'api_key_rejected' },
    since: clock.now(),
  });
  record({ code: 'monitor_not_found' });
  expect(access.problem()).toBeNull();
});

test('a response to a request sent before the problem began does not end the problem', () => {
  const { access, record, clock } = setup();
  const sentAt = clock.monotonic();
  clock.advance(100);
  record({ code: 'api_key_rejected' });
  access.recordAttempt(null, sentAt);
  expect(access.problem()).not.toBeNull();
});

test('the base URL has no user name, password or query', () => {
  const { access } = setup(`https://someone:${KEY}@api.example.com/v1?key=${KEY}#${KEY}`);
  expect(access.baseUrl).toBe('https://api.example.com/v1');
});

test('the fingerprint is the start of the key’s SHA-256, which is too short for finding a weak key', () => {
  const { access } = setup();
  expect(createHash('sha256').update(KEY).digest('hex').startsWith(access.keyFingerprint)).toBe(true);
  expect(access.keyFingerprint).toMatch(/^[\da-f]{4}$/);
});
