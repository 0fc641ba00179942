'use client';

import { ChevronDown, Pause } from 'lucide';
import { buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { createSource } from '@/components/ui/lazy-parts';
import { LazyPopup } from '@/components/ui/lazy-popup';
import { choiceLabel } from './refresh-choice';
import type { RefreshPanelProps } from './refresh-panel';

const source = createSource(() => import('./refresh-panel'));

/** How often the monitors are read. */
export function RefreshMenu(props: RefreshPanelProps) {
  const { choice } = props;
  return (
    <LazyPopup
      popup="menu"
      source={source}
      trigger={{
        className: `${buttonClass()} -ml-px rounded-l-none hover:text-ink max-sm:hidden`,
        'aria-label': `Refresh interval: ${choiceLabel(choice)}`,
        children: (
          <>
            {choice === 'off' ? (
              <>
                <Icon of={Pause} className="fill-current" />
                <span className="font-medium text-ink">Paused</span>
              </>
            ) : (
              <span className="max-2xl:hidden">{choiceLabel(choice).toLowerCase()}</span>
            )}
            <Icon of={ChevronDown} />
          </>
        ),
      }}
    >
      {({ RefreshPanel }) => <RefreshPanel {...props} />}
    </LazyPopup>
  );
}
