import { expect, test } from 'vitest';
import { usageSchema } from '@/lib/contract/usage';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { createQuotaLedger } from '../quota/quota-ledger';
import { createApiAccess } from '../upstream/api-access';
import { describeAccess } from './usage';

const KEY = 'mk_live_0123456789';

function setup() {
  const clock = createFakeClock();
  const access = createApiAccess({ baseUrl: new URL('https://api.example.com/v1'), apiKey: KEY, clock });
  const ledger = createQuotaLedger({ clock, random: () => 0 });
  /** Records a request and its result. */
  const end = (failure: Parameters<typeof access.recordAttempt>[0], usage = {}) => {
    const order = ledger.sent('inventory');
    access.recordAttempt(failure, clock.monotonic());
    ledger.answered({ order, failure, usage });
  };
  return { end, described: () => describeAccess(access, ledger.usage()), clock };
}

test('the scopes named by the API are reported, and the key is not', () => {
  const { end, described } = setup();
  end({ code: 'missing_scope', requiredScope: 'monitors:read', grantedScopes: ['audit-logs:read'] });
  const access = usageSchema.shape.data.shape.access.parse(described());
  expect(access).toMatchObject({
    base_url: 'https://api.example.com/v1',
    scopes: { held: ['audit-logs:read'], complete: true },
    trouble: {
      code: 'missing_scope',
      required_scope: 'monitors:read',
      granted_scopes: ['audit-logs:read'],
      since: '2026-11-20T12:00:00.000Z',
    },
  });
  const text = JSON.stringify(described());
  for (const form of [KEY, btoa(KEY).replaceAll('=', ''), Buffer.from(KEY).toString('hex')]) {
    expect(text).not.toContain(form);
  }
});

test('the cause of a 429 that names none is derived from the counters', () => {
  const { end, described } = setup();
  end(null, { dailyLimit: 10, dailyRemaining: 1, monthlyLimit: 100, monthlyRemaining: 90 });
  end({ code: 'quota_unknown', retryAt: null });
  expect(described().trouble).toMatchObject({ code: 'daily_quota_exhausted' });
});

test('a reached limit dates from its own refusals, not from earlier failures of another kind', () => {
  const { end, described, clock } = setup();
  end({ code: 'upstream_error', status: 500 });
  clock.advance(60_000);
  end({ code: 'upstream_error', status: 500 }, { dailyLimit: 5, dailyRemaining: 0 });
  const reached = { code: 'daily_quota_exhausted', since: '2026-11-20T12:01:00.000Z' };
  expect(described().trouble).toMatchObject(reached);
  clock.advance(60_000);
  end({ code: 'daily_quota_exhausted', retryAt: null });
  clock.advance(60_000);
  end({ code: 'daily_quota_exhausted', retryAt: null });
  expect(described().trouble).toMatchObject({ ...reached, since: '2026-11-20T12:02:00.000Z' });
});

test('a quota that a successful response used up is reported as a problem', () => {
  const { end, described } = setup();
  end(null, { monthlyLimit: 10, monthlyRemaining: 0, dailyLimit: 5, dailyRemaining: 4 });
  expect(described().trouble).toMatchObject({
    code: 'monthly_quota_exhausted',
    since: '2026-11-20T12:00:00.000Z',
  });
});

test('there is no problem after a successful response with requests left', () => {
  const { end, described } = setup();
  end(null, { dailyLimit: 10, dailyRemaining: 9 });
  expect(described().trouble).toBeNull();
});
