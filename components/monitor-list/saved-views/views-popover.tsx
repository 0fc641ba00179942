import type { TriggerProps } from '@/components/ui/on-demand';
import { PopoverFrame } from '@/components/ui/popover-frame';
import type { MonitorsUrlState } from '../use-monitors-url';
import { ViewsPanel } from './views-panel';

export function ViewsPopover(props: { trigger: TriggerProps; urlState: MonitorsUrlState }) {
  const { trigger, urlState } = props;
  return (
    <PopoverFrame trigger={trigger} title="Views" align="end" className="w-80 p-1">
      {(close) => <ViewsPanel urlState={urlState} onShown={close} />}
    </PopoverFrame>
  );
}
