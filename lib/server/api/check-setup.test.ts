import { expect, test } from 'vitest';
import { adviceFor, costsOf } from './check-setup';

test('the cost of an interval is printed in requests a day, and as a share of the daily quota', () => {
  expect(costsOf(1234, { dailyLimit: 5000 })).toEqual([
    'Refreshing every 1 min costs 18,720 requests a day, 374 % of the daily quota: Sightline will refresh less often.',
    'Refreshing every 5 min costs 3,744 requests a day, 75 % of the daily quota.',
  ]);
  expect(costsOf(0, {})[0]).toBe('Refreshing every 1 min costs 1,440 requests a day.');
});

test('the message about a failure goes on with what to do, unless it says so itself', () => {
  const wrongAddress = ' Check MONITOR_API_BASE_URL, and that this machine may connect to it.';
  for (const reason of ['refused', 'name', 'reset', 'tls', 'tls_name', 'other'] as const)
    expect(adviceFor({ code: 'upstream_unreachable', reason }), reason).toBe(wrongAddress);
  for (const reason of ['proxy', 'tls_untrusted'] as const)
    expect(adviceFor({ code: 'upstream_unreachable', reason }), reason).toBe('');
  const otherServer = ' Check that MONITOR_API_BASE_URL is that of the Monitor Read API.';
  expect(adviceFor({ code: 'upstream_invalid_response', reason: 'no JSON' })).toBe('');
  expect(adviceFor({ code: 'upstream_timeout' })).toBe(otherServer);
  expect(adviceFor({ code: 'api_key_rejected' })).toBe('');
});
