import { useExact } from '@/components/ui/age';
import { useTimeZone } from '@/components/ui/time-zone';
import { formatClock } from '@/lib/format';

/** " since 20:16": a clock's time, in the zone that the person chose. */
export function SinceClock({ iso }: { iso: string }) {
  const at = Date.parse(iso);
  const exact = useExact(at);
  const zone = useTimeZone();
  return (
    <>
      {' '}
      since{' '}
      <time dateTime={iso} title={exact} aria-live="off" suppressHydrationWarning>
        {formatClock(at, zone)}
      </time>
    </>
  );
}
