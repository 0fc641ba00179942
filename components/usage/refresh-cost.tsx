import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { actualIntervalMessage } from '@/components/refresh-interval/actual-interval-message';
import { intervalLabel } from '@/components/refresh-interval/interval-labels';
import { dailyPrice, priceMessage } from '@/components/refresh-interval/interval-price';
import { useRefreshInterval } from '@/components/refresh-interval/use-refresh-interval';
import { Button } from '@/components/ui/button';
import { Facts, Panel } from '@/components/ui/panel';
import { type RefreshInterval, refreshIntervals } from '@/lib/contract/refresh-interval';
import type { Usage } from '@/lib/contract/usage';
import { formatInteger, formatInterval, formatShare } from '@/lib/text/format';

/** The API specification does not define the length of a month; this is precise enough. */
const MONTH_DAYS = 30;

/**
 * A panel with the cost of each refresh interval, the actual interval, and a button to apply the chosen one.
 */
export function RefreshCost({ data }: { data: Usage['data'] }) {
  const [savedInterval, setSavedInterval] = useRefreshInterval();
  const [previewedInterval, setPreviewedInterval] = useState<RefreshInterval | null>(null);
  const choice = previewedInterval ?? savedInterval;
  const { refresh, daily, monthly } = data;
  const price = dailyPrice(choice, refresh.cost);
  return (
    <Panel title="Refresh cost">
      <div className="px-4 pt-3">
        <fieldset className="flex flex-wrap items-center gap-1.5">
          <legend className="mb-2 text-ink-2">What if the list refreshed all day, every</legend>
          {refreshIntervals.map((option) => (
            <label
              key={option}
              className="inline-flex h-[30px] cursor-pointer items-center rounded-md border border-line px-2.5 text-ink-2 transition-colors duration-100 hover:border-line-strong hover:text-ink has-checked:border-accent has-checked:bg-accent-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-1 has-checked:forced-color-adjust-none forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText]"
            >
              <input
                type="radio"
                name="interval"
                className="sr-only"
                checked={option === choice}
                onChange={() => setPreviewedInterval(option)}
                aria-label={intervalLabel(option)}
              />
              {option === 'off' ? 'paused' : formatInterval(Number(option))}
            </label>
          ))}
        </fieldset>
        <p aria-live="polite" className="mt-3 text-ink text-md">
          {choice === 'off' ? 'Paused' : <b className="font-semibold">{formatInterval(Number(choice))}</b>}
          {choice === 'off' ? ' ' : ' = '}
          {priceMessage(choice, refresh.cost, daily.limit)}
        </p>
      </div>
      <Facts
        items={[
          { name: 'Share of daily quota', value: <Share price={price} limit={daily.limit} /> },
          {
            name: 'Share of monthly quota',
            value: <Share price={price * MONTH_DAYS} limit={monthly.limit} />,
          },
          { name: 'In effect', value: nowMessage(data) },
          {
            name: 'Your interval',
            value: (
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                {intervalLabel(savedInterval)}
                {choice === savedInterval ? null : (
                  <Button onClick={() => setSavedInterval(choice)}>
                    {choice === 'off' ? 'Pause' : `Refresh every ${formatInterval(Number(choice))}`}
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
    </Panel>
  );
}

/** The actual interval. The usage page does not request monitors, so its users do not count as viewers. */
function nowMessage(data: Usage['data']): string {
  const { refresh } = data;
  const message = actualIntervalMessage(data);
  return refresh.wanted_s === null && !refresh.paused
    ? `${message} The chosen interval applies once someone opens the list.`
    : message;
}

function Share({ price, limit }: { price: number; limit: number | null }) {
  if (limit === null) return <>{formatInteger(price)}; limit unknown</>;
  const of = formatInteger(limit);
  if (price <= limit) return `${formatShare(price, limit)} of ${of}`;
  const times = price / limit;
  const share = times < 10 ? `${formatShare(price, limit)} of ${of}` : `${formatInteger(times)} times ${of}`;
  return (
    <span className="inline-flex items-baseline gap-1.5 text-overdue">
      <TriangleAlert className="size-3.5 shrink-0 self-center" />
      {share}: over quota, so Sightline refreshes less often
    </span>
  );
}
