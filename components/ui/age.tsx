import { formatAge, formatInstant, formatZone } from '@/lib/format';
import { useTicking } from './clock';
import { useTimeZone } from './time-zone';
import { useHydrated } from './use-hydrated';

/** The exact moment, in the zone of whoever looks (known only in the browser) and in UTC. */
export function useExact(at: number): string {
  const utc = `${formatInstant(at, 'UTC')} UTC`;
  return useHydrated() ? `${formatInstant(at, undefined)} local, ${utc}` : utc;
}

/** The exact moment in the zone the person chose: "2026-11-20 13:00:03 GMT+1". */
export function useChosenExact(at: number): string {
  const zone = useTimeZone();
  return `${formatInstant(at, zone)} ${formatZone(at, zone)}`;
}

/** How long ago a moment was, ticking: "14 min". @param at epoch milliseconds */
export function useAge(at: number): string {
  return useTicking((now) => formatAge((now - at) / 1000));
}

/**
 * How long ago something was, ticking, within a sentence; the exact time on hover.
 *
 * @param iso ISO 8601
 * @param suffix what follows the age: a text of its own would move with each digit that comes or goes
 */
export function Age({ iso, suffix = '' }: { iso: string; suffix?: string }) {
  'use memo';
  const at = Date.parse(iso);
  const exact = useExact(at);
  return (
    // Within a live region it would be read out each second.
    <time dateTime={iso} title={exact} aria-live="off">
      {`${useAge(at)}${suffix}`}
    </time>
  );
}

/**
 * An age that stands alone, as in a cell: the exact time on hover, and read out behind it.
 *
 * @param iso ISO 8601
 * @param suffix what else is read out
 */
export function ExactAge({ iso, suffix = '' }: { iso: string; suffix?: string }) {
  'use memo';
  const at = Date.parse(iso);
  const exact = useExact(at);
  return (
    <time dateTime={iso} title={exact}>
      {useAge(at)}
      <span suppressHydrationWarning className="sr-only select-none">
        {suffix}, {useChosenExact(at)}
      </span>
    </time>
  );
}
