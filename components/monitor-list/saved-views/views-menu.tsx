import { Bookmark, ChevronDown } from 'lucide-react';
import { buttonClass } from '@/components/ui/button';
import { LazyPopup } from '@/components/ui/lazy-popup';
import type { MonitorsView } from '../use-monitors-url';
import { useSavedViews } from './use-saved-views';

const loadPopover = () => import('./views-popover').then((file) => file.ViewsPopover);

/** The saved views behind a button, which says the one that is shown now. */
export function ViewsMenu({ view }: { view: MonitorsView }) {
  const saved = useSavedViews(view.url);
  return (
    <LazyPopup
      kind="dialog"
      load={loadPopover}
      panel={{ view, saved }}
      trigger={{
        'aria-label': saved.active ? `Views: ${saved.active.name}` : 'Views',
        className: `${buttonClass()} max-sm:hidden`,
        children: (
          <>
            <Bookmark className={saved.active ? 'fill-current text-accent' : ''} />
            <span className="max-w-28 truncate">{saved.active?.name ?? 'Views'}</span>
            <ChevronDown />
          </>
        ),
      }}
    />
  );
}
