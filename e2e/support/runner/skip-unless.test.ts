import { afterEach, expect, test, vi } from 'vitest';
import { skipUnless } from './skip-unless.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  { ci: '', isThere: true, isSkipped: false },
  { ci: '', isThere: false, isSkipped: true },
  { ci: 'true', isThere: true, isSkipped: false },
])(
  'with CI=$ci and an ability that is there: $isThere, the test is skipped: $isSkipped',
  ({ ci, isThere, isSkipped }) => {
    vi.stubEnv('CI', ci);
    const skip = vi.fn();
    skipUnless(isThere, 'needs IPv6', skip);
    expect(skip).toHaveBeenCalledExactlyOnceWith(isSkipped, 'needs IPv6');
  },
);

test('with CI a missing ability fails the test with the reason', () => {
  vi.stubEnv('CI', 'true');
  const skip = vi.fn();
  expect(() => skipUnless(false, 'needs IPv6', skip)).toThrow('it needs IPv6');
  expect(skip).not.toHaveBeenCalled();
});
