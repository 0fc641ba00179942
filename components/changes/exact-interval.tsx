import { useTimeZone } from '@/components/ui/time-zone';
import { useHydrated } from '@/components/ui/use-hydrated';
import { formatInstant, formatZone } from '@/lib/format';
import { intervalParts } from './change-messages';

/** When something happened, with the exact interval as tooltip. @param props.interval ISO 8601 */
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
      className="whitespace-nowrap text-ink-2 max-sm:text-xs"
    >
      <span className="max-sm:hidden">{begin}</span>
      {begin === '' ? null : <span className="sm:hidden">by </span>}
      {end}
    </time>
  );
}
