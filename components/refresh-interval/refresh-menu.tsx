import { ChevronDown, Pause } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { LazyPopup } from '@/components/ui/lazy-popup';
import { intervalLabel } from './interval-labels';
import type { RefreshPanelProps } from './refresh-panel';

const loadPanel = () => import('./refresh-panel').then((file) => file.RefreshPanel);

/** How often the monitors are read. */
export function RefreshMenu(props: RefreshPanelProps) {
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
