'use client';

import { useLook } from './look';
import { useHydrated } from './use-hydrated';

/**
 * The zone in which exact times stand, as `formatInstant` takes it: `UTC`, or undefined for the browser's own. That is
 * known only in the browser; until then it is UTC, which is true as well.
 */
export function useTimeZone(): string | undefined {
  const [{ zone }] = useLook();
  return useHydrated() && zone === 'local' ? undefined : 'UTC';
}
