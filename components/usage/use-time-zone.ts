'use client';

import { useLook } from '@/components/ui/look';
import { useHydrated } from '@/components/ui/use-hydrated';

/** The zone in which times are said: UTC, or undefined for the browser's own, which the server cannot know. */
export function useTimeZone(): 'UTC' | undefined {
  const [{ zone }] = useLook();
  return useHydrated() && zone === 'local' ? undefined : 'UTC';
}
