import { useExact } from '@/components/ui/age';
import { useTimeZone } from '@/components/ui/time-zone';
import { formatClock } from '@/lib/text/format';

/** A time such as " since 20:16", in the user's time zone. */
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
