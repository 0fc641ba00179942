import { useAge, useChosenExact, useExact } from './age';

/**
 * An exact time in the zone the person chose, with its age below it: beside each other they would fit or not depending
 * on the zone's name, which only the browser knows.
 *
 * @param iso ISO 8601
 */
export function Instant({ iso }: { iso: string }) {
  const at = Date.parse(iso);
  const exact = useExact(at);
  return (
    <time dateTime={iso} title={exact}>
      {/* The zone may have another short name here than at the server. */}
      <span suppressHydrationWarning className="whitespace-nowrap">
        {useChosenExact(at)}
      </span>{' '}
      <span className="block text-ink-3">{`${useAge(at)} ago`}</span>
    </time>
  );
}
