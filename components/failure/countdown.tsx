'use client';

import { useNow } from '@/components/ui/clock';
import { formatAge } from '@/lib/format';

/** "Again in 34 s", ticking to nothing. @param iso the moment counted down to */
export function Countdown({ iso }: { iso: string }) {
  const seconds = Math.ceil((Date.parse(iso) - useNow()) / 1000);
  return seconds > 0 ? <span>Again in {formatAge(seconds)}.</span> : <span>Trying again now.</span>;
}
