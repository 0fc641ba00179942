import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Pause, RefreshCw } from 'lucide-react';
import { Age } from '@/components/ui/age';
import { buttonClass } from '@/components/ui/button';
import { LazyPopup } from '@/components/ui/lazy-popup';
import { useRequestContext } from '@/components/ui/use-request-context';
import { usageQuery } from '@/lib/client/queries';
import type { RefreshInterval } from '@/lib/contract/refresh-interval';
import { intervalLabel, requests } from './interval-labels';
import type { RefreshPanelProps } from './refresh-panel';

interface RefreshControlProps {
  asOf: string;
  busy: boolean;
  choice: RefreshInterval;
  onChoice: (choice: RefreshInterval) => void;
  onRefresh: () => void;
}

/** When the rows were read, a way to ask now, and how often they are read, with what that costs. */
export function RefreshControl({ asOf, busy, choice, onChoice, onRefresh }: RefreshControlProps) {
  const usage = useQuery(usageQuery(useRequestContext())).data;
  const isPaused = choice === 'off';
  return (
    <div className="flex">
      <button
        type="button"
        onClick={onRefresh}
        title={usage ? `Read now: ${requests(usage.refresh.cost)}` : 'Read now'}
        aria-busy={busy}
        className={`${buttonClass()} rounded-r-none hover:text-ink max-sm:h-9 max-sm:rounded-r-md`}
      >
        {/* On a phone the interval is in the sheet, so it is here that a pause is told. */}
        {isPaused ? <Pause className="fill-current sm:hidden" /> : null}
        <RefreshCw
          className={`${isPaused ? 'max-sm:hidden' : ''} ${busy ? 'motion-safe:animate-spin' : ''}`}
        />
        <span className="sr-only">Refresh, </span>
        <span className="min-w-[112px] text-left max-sm:min-w-[54px]">
          {isPaused ? (
            <span className="block font-medium text-ink text-xs sm:hidden">
              Paused<span className="sr-only">, </span>
            </span>
          ) : null}
          <span className={isPaused ? 'max-sm:block max-sm:text-xs' : ''}>
            <span className="max-sm:sr-only">as of </span>
            <span className="font-medium text-ink">
              <Age iso={asOf} suffix=" ago" />
            </span>
          </span>
        </span>
      </button>
      <RefreshMenu usage={usage} choice={choice} onChoice={onChoice} />
      <span role="status" className="sr-only">
        {isPaused ? 'Refreshing is paused' : `Refreshing ${intervalLabel(choice).toLowerCase()}`}
      </span>
    </div>
  );
}

const loadPanel = () => import('./refresh-panel').then((file) => file.RefreshPanel);

/** How often the monitors are read. */
function RefreshMenu(props: RefreshPanelProps) {
  const { choice } = props;
  return (
    <LazyPopup
      kind="menu"
      load={loadPanel}
      panel={props}
      trigger={{
        className: `${buttonClass()} -ml-px rounded-l-none hover:text-ink max-sm:hidden`,
        'aria-label': `Refresh interval: ${intervalLabel(choice)}`,
        children: (
          <>
            {choice === 'off' ? (
              <>
                <Pause className="fill-current" />
                <span className="font-medium text-ink">Paused</span>
              </>
            ) : (
              <span className="max-2xl:hidden">{intervalLabel(choice).toLowerCase()}</span>
            )}
            <ChevronDown />
          </>
        ),
      }}
    />
  );
}
