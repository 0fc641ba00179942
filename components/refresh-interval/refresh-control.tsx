import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Pause, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Age } from '@/components/ui/age';
import { buttonClass } from '@/components/ui/button';
import { useClock } from '@/components/ui/clock';
import { PopupButton } from '@/components/ui/on-demand';
import { useKeyTitle } from '@/components/ui/use-key-title';
import { useRequestContext } from '@/components/ui/use-request-context';
import { usageQuery } from '@/lib/client/queries';
import { intervalLabel, refreshStatus, requests, slowedInterval } from './interval-labels';
import type { RefreshPanelProps } from './refresh-panel';
import { useRefreshInterval } from './use-refresh-interval';

/** The refresh button with the age of the rows, and the menu of the refresh interval. */
export function RefreshControl(props: { asOf: string; busy: boolean; onRefresh: () => void }) {
  const { asOf, busy, onRefresh } = props;
  const [choice] = useRefreshInterval();
  const usage = useQuery(usageQuery(useRequestContext())).data;
  const isPaused = choice === 'off';
  const keyTitle = useKeyTitle();
  return (
    <div className="flex">
      <button
        type="button"
        onClick={onRefresh}
        title={keyTitle(usage ? `Refresh now: ${requests(usage.refresh.cost)}` : 'Refresh now', 'r')}
        aria-busy={busy}
        className={`${buttonClass()} rounded-r-none hover:text-ink max-sm:h-9 max-sm:rounded-r-md`}
      >
        {/* On a phone the interval is in the filter sheet, so a pause is shown here. */}
        {isPaused ? <Pause className="fill-current sm:hidden" /> : null}
        <RefreshCw
          className={`${isPaused ? 'max-sm:hidden' : ''} ${busy ? 'motion-safe:animate-spin' : ''}`}
        />
        <span className="sr-only">Refresh, </span>
        <span className="min-w-[112px] text-left max-lg:min-w-[54px]">
          {isPaused ? (
            <span className="block font-medium text-ink text-xs sm:hidden">
              Paused<span className="sr-only">, </span>
            </span>
          ) : null}
          <span className={isPaused ? 'max-sm:block max-sm:text-xs' : ''}>
            <span className="max-lg:sr-only">as of </span>
            <span className="font-medium text-ink">
              <Age iso={asOf} suffix=" ago" />
            </span>
          </span>
        </span>
      </button>
      <RefreshMenu usage={usage} onRefresh={onRefresh} />
      <span role="status" className="sr-only">
        {refreshStatus(choice, usage)}
      </span>
    </div>
  );
}

const loadPanel = () => import('./refresh-panel').then((file) => file.RefreshPanel);

/** The menu of the refresh interval; its button shows the chosen interval, or the actual one when it is longer. */
function RefreshMenu(props: RefreshPanelProps) {
  const { usage } = props;
  const [choice] = useRefreshInterval();
  const slowed = slowedInterval(choice, usage);
  const clock = useClock();
  const keyTitle = useKeyTitle();
  const reasonOf = useReason(slowed !== null);
  return (
    <PopupButton
      kind="menu"
      load={loadPanel}
      panel={props}
      className={`${buttonClass()} -ml-px rounded-l-none hover:text-ink max-sm:hidden`}
      // The tooltip of the interval has the reason for a longer one.
      title={
        reasonOf && slowed && usage ? reasonOf(usage, clock.now()) : keyTitle('Refresh interval; pause', 'p')
      }
      aria-label={`Refresh interval: ${intervalLabel(choice)}${slowed === null ? '' : `, slowed down to ${slowed}`}`}
    >
      {choice === 'off' ? (
        <>
          <Pause className="fill-current" />
          <span className="font-medium text-ink">Paused</span>
        </>
      ) : (
        <span className={slowed === null ? '' : 'font-medium text-ink'}>
          {slowed ?? intervalLabel(choice).toLowerCase()}
        </span>
      )}
      <ChevronDown />
    </PopupButton>
  );
}

type ReasonOf = typeof import('./actual-interval-message').actualIntervalMessage;

/** The function that says why the interval is longer. It is loaded only when the interval is longer (ADR 0042). */
function useReason(isSlowed: boolean): ReasonOf | null {
  const [reasonOf, setReasonOf] = useState<ReasonOf | null>(null);
  useEffect(() => {
    if (!isSlowed) return;
    import('./actual-interval-message').then(
      (file) => setReasonOf(() => file.actualIntervalMessage),
      () => {},
    );
  }, [isSlowed]);
  return reasonOf;
}
