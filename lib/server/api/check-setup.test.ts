import { expect, test } from 'vitest';
import { adviceFor, costOf } from './check-setup';

test('the cost of reading the list is printed in requests, and how often the daily quota is enough for it', () => {
  expect(costOf(1234, { dailyLimit: 5000 })).toBe(
    'Reading the list costs 13 requests: the daily quota is enough for 384 times.',
  );
  expect(costOf(0, {})).toBe('Reading the list costs 1 request.');
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
