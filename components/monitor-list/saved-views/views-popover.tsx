import type { TriggerProps } from '@/components/ui/on-demand';
import { PopoverFrame } from '@/components/ui/popover-frame';
import type { MonitorsUrlState } from '../use-monitors-url';
import type { SavedViews } from './use-saved-views';
import { ViewsPanel } from './views-panel';

/** The popup of the saved views. */
export function ViewsPopover(props: {
  trigger: TriggerProps;
  urlState: MonitorsUrlState;
  saved: SavedViews;
}) {
  const { trigger, urlState, saved } = props;
  return (
    <PopoverFrame trigger={trigger} title="Views" align="end" className="w-80 p-1">
      {(close) => <ViewsPanel urlState={urlState} saved={saved} onShown={close} />}
    </PopoverFrame>
  );
}
