import { formatAgeOf, isAhead } from '@/lib/text/format';
import { useChosenExact, useExact } from './age';
import { useTicking } from './clock';

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
