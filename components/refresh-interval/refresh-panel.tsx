import { Menu } from '@base-ui/react/menu';
import { Check, RefreshCw } from 'lucide-react';
import { useInventoryAsOf } from '@/components/monitor/use-inventory-status';
import { useNow } from '@/components/ui/clock';
import { KeyHint } from '@/components/ui/key-caps';
import { MenuFrame } from '@/components/ui/menu-frame';
import type { TriggerProps } from '@/components/ui/on-demand';
import { refreshIntervalSchema, refreshIntervals } from '@/lib/contract/refresh-interval';
import type { Usage } from '@/lib/contract/usage';
import { actualIntervalMessage, nextMessage, priceMessage, reserveMessage } from './actual-interval-message';
import { intervalLabel, requests } from './interval-labels';
import { useRefreshInterval } from './use-refresh-interval';

export interface RefreshPanelProps {
  usage: Usage['data'] | undefined;
  onRefresh: () => void;
}

/** The menu items of the intervals with their costs, the actual interval, and "Refresh now". */
export function RefreshPanel(props: RefreshPanelProps & { trigger: TriggerProps }) {
  const { trigger, usage, onRefresh } = props;
  const [choice, setChoice] = useRefreshInterval();
  const now = useNow();
  const asOf = useInventoryAsOf();
  return (
    <MenuFrame trigger={trigger} className="w-[min(380px,calc(100vw-16px))]">
      <Menu.RadioGroup
        value={choice}
        onValueChange={(value) => setChoice(refreshIntervalSchema.parse(value))}
      >
        {refreshIntervals.map((option) => (
          <Menu.RadioItem
            key={option}
            value={option}
            closeOnClick
            className="flex min-h-7 cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 text-ink outline-none data-highlighted:bg-raised"
          >
            <span className="grid size-3.5">
              <Menu.RadioItemIndicator>
                <Check className="size-3.5" />
              </Menu.RadioItemIndicator>
            </span>
            <span className="whitespace-nowrap">{intervalLabel(option)}</span>
            {option === 'off' ? <KeyHint cap="p" /> : null}
            <span className="ml-auto text-right text-ink-2 text-xs">
              {usage ? priceMessage(option, usage) : null}
            </span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      {usage ? (
        <>
          <div className="mt-1 flex flex-col gap-1 border-line border-t px-2 py-2 text-ink-2 text-xs">
            <p>{actualIntervalMessage(usage, now)}</p>
            <p className="empty:hidden">{nextMessage(usage, asOf, now)}</p>
            {reserveMessage(usage.refresh.reserve) ? <p>{reserveMessage(usage.refresh.reserve)}</p> : null}
          </div>
          <Menu.Item
            onClick={onRefresh}
            className="flex h-7 cursor-default select-none items-center gap-2 rounded-sm border-line px-2 text-ink outline-none data-highlighted:bg-raised"
          >
            <RefreshCw className="size-3.5 text-ink-3" />
            Refresh now ({requests(usage.refresh.cost)})
            <KeyHint cap="r" />
          </Menu.Item>
        </>
      ) : null}
    </MenuFrame>
  );
}
