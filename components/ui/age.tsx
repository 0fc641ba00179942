import { formatAge, formatAgeOf, formatExact, formatInstant, isAhead } from '@/lib/text/format';
import { useTicking } from './clock';
import { useTimeZone } from './time-zone';
import { useHydrated } from './use-hydrated';

/**
 * The exact time in the browser's time zone and in UTC; on the server only in UTC.
 *
 * @param at epoch milliseconds, like `end`: with it, both ends of a span, "2026-11-20 12:00:03 and 12:03:10 UTC"
 */
export function useExact(at: number, end = at): string {
  const isHydrated = useHydrated();
  const textIn = (zone: string | undefined) => {
    const [first, last] = [formatInstant(at, zone), formatInstant(end, zone)];
    if (first === last) return first;
    const isOneDay = first.slice(0, 10) === last.slice(0, 10);
    return `${first} and ${isOneDay ? last.slice(11) : last}`;
  };
  const utc = textIn('UTC');
  if (!isHydrated) return `${utc} UTC`;
  const local = textIn(undefined);
  return utc === local ? `${utc} UTC (your local time)` : `${local} local, ${utc} UTC`;
}

/** The exact time in the user's time zone: "2026-11-20 13:00:03 GMT+1". @param at epoch milliseconds */
function useChosenExact(at: number): string {
  return formatExact(at, useTimeZone());
}

/** Whether a time is in the future. @param at epoch milliseconds */
export function useIsAhead(at: number): boolean {
  return useTicking((now) => isAhead(at, now));
}

/**
 * An age within a sentence, updated every second, with the exact time as tooltip.
 *
 * @param iso ISO 8601
 * @param suffix the text after the age, in the same text node so that it does not move when the number of
 *   digits changes
 */
export function Age({ iso, suffix = '' }: { iso: string; suffix?: string }) {
  'use memo';
  const at = Date.parse(iso);
  const exact = useExact(at);
  const age = useTicking((now) => formatAge((now - at) / 1000));
  return (
    // Prevents an announcement each second within a live region.
    <time dateTime={iso} title={exact} aria-live="off" translate="no">
      {`${age}${suffix}`}
    </time>
  );
}

/** How old the data of a page is: "As of 4 s ago". @param props.iso when the monitors were read, ISO 8601 */
export function AsOf({ iso }: { iso: string }) {
  return (
    <p className="text-ink-3 text-xs">
      As of <Age iso={iso} suffix=" ago" />
    </p>
  );
}

/**
 * An age outside of a sentence, as in a cell ("14 min", "1 h ahead" of a time in the future), with the exact time as tooltip and for screen readers.
 *
 * @param iso ISO 8601
 * @param suffix further text for screen readers
 */
export function ExactAge({ iso, suffix = '' }: { iso: string; suffix?: string }) {
  'use memo';
  const at = Date.parse(iso);
  const exact = useExact(at);
  const age = useTicking((now) => formatAgeOf(at, now));
  return (
    <time dateTime={iso} title={useIsAhead(at) ? `In the future: ${exact}` : exact}>
      {age}
      <span suppressHydrationWarning className="sr-only select-none">
        {suffix}, {useChosenExact(at)}
      </span>
    </time>
  );
}

/**
 * An exact time in the user's time zone with its age below. They are not in one line, because its width
 * depends on the name of the time zone, which only the browser knows.
 *
 * @param iso ISO 8601
 */
export function Instant({ iso }: { iso: string }) {
  const at = Date.parse(iso);
  const exact = useExact(at);
  return (
    <time dateTime={iso} title={exact}>
      {/* The short name of the time zone may differ between server and browser. */}
      <span suppressHydrationWarning className="whitespace-nowrap">
        {useChosenExact(at)}
      </span>{' '}
      <span className="block text-ink-3">
        {useTicking((now) =>
          isAhead(at, now) ? `${formatAgeOf(at, now)}, in the future` : `${formatAgeOf(at, now)} ago`,
        )}
      </span>
    </time>
  );
}
