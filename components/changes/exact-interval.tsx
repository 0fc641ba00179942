import { useTimeZone } from '@/components/ui/time-zone';
import { useHydrated } from '@/components/ui/use-hydrated';
import { formatInstant, formatZone } from '@/lib/text/format';
import { intervalParts, spokenInterval } from './change-messages';

/**
 * When something happened, with the interval to the second as tooltip, and to the minute for screen readers.
 *
 * @param props.interval ISO 8601
 */
export function ExactInterval({ interval }: { interval: { from: string; to: string } }) {
  const zone = useTimeZone();
  const isHydrated = useHydrated();
  const [from, to] = [Date.parse(interval.from), Date.parse(interval.to)];
  const title = `Between ${formatInstant(from, zone)} and ${formatInstant(to, zone)} ${formatZone(to, zone)}`;
  const { begin, end } = intervalParts(interval, zone);
  return (
    <time
      dateTime={interval.to}
      title={isHydrated ? title : undefined}
      className="relative whitespace-nowrap text-ink-2 max-sm:text-xs"
    >
      <span aria-hidden>
        <span className="max-sm:hidden">{begin}</span>
        {begin === '' ? null : <span className="sm:hidden">by </span>}
        {end}
      </span>
      <span className="sr-only select-none">{spokenInterval(interval, zone)}</span>
    </time>
  );
}
