import { Countdown } from '@/components/errors/error-screen';
import { useInventoryAsOf } from '@/components/monitor/use-inventory-status';
import { Age } from '@/components/ui/age';
import type { Usage } from '@/lib/contract/usage';
import { bannerMessage } from './banner-messages';
import { stateTones } from './tone';

interface UsageMessageProps {
  usage: Usage['data'];
  /** The complete message for display (`line`) or for screen readers (`sentence`), or only the headline. */
  part: 'line' | 'sentence' | 'headline';
}

/** The message of the usage banner. */
export function UsageMessage({ usage, part }: UsageMessageProps) {
  const asOf = useInventoryAsOf();
  const message = bannerMessage(usage);
  if (message === null) return null;
  const { headline, rest } = message;
  if (part === 'headline') return <span className="min-w-0 truncate font-medium">{headline}</span>;
  if (part === 'sentence') return `${headline} ${rest}`;
  const until = usage.retry_at ?? (usage.state === 'rate_limited' ? usage.rate_limit.resets_at : null);
  return (
    <>
      <span aria-hidden title={`${headline} ${rest}`} className="min-w-0 flex-1 truncate text-ink">
        <b className="font-semibold">{headline}</b>{' '}
        {asOf && stateTones[usage.state] === 'critical' ? (
          <>
            Showing data from <Age iso={asOf} suffix=" ago" />.{' '}
          </>
        ) : null}
        {rest}
      </span>
      {until ? (
        <span className="shrink-0 text-ink">
          <Countdown iso={until} />
        </span>
      ) : null}
    </>
  );
}
