import { Bookmark, ChevronDown } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { PopupButton } from '@/components/ui/on-demand';
import type { MonitorsUrlState } from '../use-monitors-url';
import { useSavedViews } from './use-saved-views';

const loadPanel = () => import('./views-popover').then((file) => file.ViewsPopover);

/** The button of the saved views, labelled with the active view. The popup is loaded lazily. */
export function ViewsMenu({ urlState }: { urlState: MonitorsUrlState }) {
  const saved = useSavedViews(urlState.url);
  return (
    <PopupButton
      kind="dialog"
      load={loadPanel}
      panel={{ urlState, saved }}
      trigger={{
        'aria-label': saved.active ? `Views: ${saved.active.name}` : 'Views',
        className: `${buttonClass()} max-sm:hidden`,
        children: (
          <>
            <Bookmark className={saved.active ? 'fill-current text-accent' : ''} />
            <span className="max-w-28 truncate max-md:sr-only">{saved.active?.name ?? 'Views'}</span>
            <ChevronDown />
          </>
        ),
      }}
    />
  );
}
