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
  /** An attempt that is sent now and ends now. */
  const end = (failure: Parameters<typeof access.learn>[0]) => access.learn(failure, clock.monotonic());
  return { clock, access, end };
}

test('nothing is known of scopes before the API has answered', () => {
  const { access } = setup();
  expect(access.scopes()).toBeNull();
  expect(access.trouble()).toBeNull();
});

test('a good answer proves the scope it needs, and no other', () => {
  const { access, end, clock } = setup();
  end(null);
  expect(access.scopes()).toEqual({ held: ['monitors:read'], complete: false, learnedAt: clock.now() });
});

test('a 403 lists all scopes; a later good answer shows that the list is out of date', () => {
  const { access, end } = setup();
  end(lacksScope);
  expect(access.scopes()).toMatchObject({ held: ['audit-logs:read'], complete: true });
  end({ code: 'api_key_rejected' });
  expect(access.scopes(), 'a 401 says nothing of scopes').toMatchObject({ held: ['audit-logs:read'] });
  end(null);
  expect(access.scopes()).toMatchObject({ held: ['monitors:read'], complete: false });
});

test('a whole list that has the scope in use stays', () => {
  const { access, end } = setup();
  end({ ...lacksScope, requiredScope: 'metrics:read', grantedScopes: ['monitors:read', 'incidents:read'] });
  end(null);
  expect(access.scopes()).toMatchObject({ held: ['monitors:read', 'incidents:read'], complete: true });
});

test('trouble lasts from its first failure to the next good answer', () => {
  const { access, end, clock } = setup();
  const since = clock.now();
  end({ code: 'upstream_error', status: 500 });
  clock.advance(5000);
  end({ code: 'upstream_error', status: 502 });
  expect(access.trouble()).toEqual({ failure: { code: 'upstream_error', status: 502 }, since });
  end({ code: 'api_key_rejected' });
  expect(access.trouble(), 'another trouble').toEqual({
    failure: { code: 'api_key_rejected' },
    since: clock.now(),
  });
  end({ code: 'monitor_not_found' });
  expect(access.trouble()).toBeNull();
});

test('an answer that was on its way when the trouble began does not end it', () => {
  const { access, end, clock } = setup();
  const sentAt = clock.monotonic();
  clock.advance(100);
  end({ code: 'api_key_rejected' });
  access.learn(null, sentAt);
  expect(access.trouble()).not.toBeNull();
});

test('the address holds no user name, password or query', () => {
  const { access } = setup(`https://someone:${KEY}@api.example.com/v1?key=${KEY}#${KEY}`);
  expect(access.baseUrl).toBe('https://api.example.com/v1');
});

test('the fingerprint is the beginning of the key’s SHA-256, too short to find a weak key by', () => {
  const { access } = setup();
  expect(createHash('sha256').update(KEY).digest('hex').startsWith(access.keyFingerprint)).toBe(true);
  expect(access.keyFingerprint).toMatch(/^[\da-f]{4}$/);
});
