'use client';

import { formatAge, formatInstant, formatZone } from '@/lib/format';
import { useNow } from './clock';
import { useLook } from './look';
import { useHydrated } from './use-hydrated';

/** The exact moment, in the zone of whoever looks (known only in the browser) and in UTC. */
function useExact(at: number): string {
  const utc = `${formatInstant(at, 'UTC')} UTC`;
  return useHydrated() ? `${formatInstant(at, undefined)} local, ${utc}` : utc;
}

/**
 * How long ago something was, ticking; the exact time on hover.
 *
 * @param iso ISO 8601
 * @param suffix what follows the age: a text of its own would move with each digit that comes or goes
 */
export function Age({ iso, suffix = '' }: { iso: string; suffix?: string }) {
  const at = Date.parse(iso);
  const exact = useExact(at);
  const age = formatAge((useNow() - at) / 1000);
  return (
    <time dateTime={iso} title={exact}>
      {`${age}${suffix}`}
    </time>
  );
}

/** An exact time in the zone the person chose, with its age behind it. @param iso ISO 8601 */
export function Instant({ iso }: { iso: string }) {
  const at = Date.parse(iso);
  const exact = useExact(at);
  const [{ zone }] = useLook();
  // The browser's own zone is known only there; until then the server's word, which is true as well.
  const local = useHydrated() && zone === 'local';
  const age = formatAge((useNow() - at) / 1000);
  return (
    <time dateTime={iso} title={exact}>
      <span className="whitespace-nowrap">
        {formatInstant(at, local ? undefined : 'UTC')} {formatZone(at, local ? undefined : 'UTC')}
      </span>{' '}
      <span className="whitespace-nowrap text-ink-3">{age} ago</span>
    </time>
  );
}
