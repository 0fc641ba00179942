import { usePreferences } from '@/components/ui/preferences';
import { createStoredText, useIsStored, useStoredText } from '@/components/ui/stored-text';
import { viewSearchOf } from '@/lib/client/monitors-url';
import type { MonitorsUrlState } from '../use-monitors-url';
import { columnsOf, findView, isShownView, parseSavedViews, type SavedView } from './saved-views';

/** The stored views, for `parseSavedViews`. */
export const storedViews = createStoredText('localStorage', 'sightline.views.v1');
/** The name of the view that was shown last in this tab; '' for none. */
const lastView = createStoredText('sessionStorage', 'sightline.last-view.v1');

/** The views saved in this browser (`localStorage`), and the active one. `withChanges` changes them. */
export function useSavedViews(url: MonitorsUrlState['url']) {
  const [preferences, changePreferences] = usePreferences();
  const text = useStoredText(storedViews);
  const views = parseSavedViews(text);
  const current = viewSearchOf(url);
  const columns = columnsOf(preferences);
  const last = findView(views, useStoredText(lastView) ?? '');
  const isShown = (view: SavedView) => isShownView(view, current, columns);
  const active = last && isShown(last) ? last : views.find(isShown);
  /** Whether all filters of that view have been removed, which ends it. */
  const isLeft = current === '' && last?.search !== '';
  return {
    views,
    /** The views as they are stored. */
    text,
    /** The search of the current list, as a view would store it. */
    current,
    columns,
    isStored: useIsStored(storedViews),
    active,
    /** The view that was shown last, when its list or columns have been changed since. */
    modified: active === undefined && !isLeft ? last : undefined,
    isShown,
    applyColumns: ({ columns: own }: SavedView) => (own ? changePreferences(own) : undefined),
    /** Remembers in this tab which view is shown, so that it can be said to be modified. */
    remember: () => {
      if (active) lastView.write(active.name);
      else if (last && isLeft) lastView.write('');
    },
  };
}
