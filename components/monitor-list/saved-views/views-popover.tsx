import { PopoverFrame } from '@/components/ui/popover-frame';
import type { MonitorsView } from '../use-monitors-url';
import type { SavedViews } from './use-saved-views';
import { ViewsPanel } from './views-panel';

export function ViewsPopover({ view, saved }: { view: MonitorsView; saved: SavedViews }) {
  return (
    <PopoverFrame title="Views" align="end" className="w-80 p-1">
      {(close) => <ViewsPanel view={view} saved={saved} onShown={close} />}
    </PopoverFrame>
  );
}
