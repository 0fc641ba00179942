import { createStoredText, useIsStored, useStoredText } from '@/components/ui/stored-text';
import { viewSearchOf } from '@/lib/client/monitors-url';
import type { MonitorsUrlState } from '../use-monitors-url';
import { parseSavedViews, type SavedView, withName, withoutView, withView, withViewAt } from './saved-views';

/** The stored views, for `parseSavedViews`. */
export const storedViews = createStoredText('localStorage', 'sightline.views.v1');

/** The views saved in this browser (`localStorage`), the active one, and functions that change them. */
export function useSavedViews(url: MonitorsUrlState['url']) {
  const views = parseSavedViews(useStoredText(storedViews));
  const store = (changed: SavedView[]) => storedViews.write(JSON.stringify(changed));
  const current = viewSearchOf(url);
  return {
    views,
    /** The search of the current list, as a view would store it. */
    current,
    /** Whether the browser has stored the views. */
    isStored: useIsStored(storedViews),
    active: views.find(({ search }) => search === current),
    /** @returns whether the browser has stored it */
    save: (name: string) => store(withView(views, { name, search: current })),
    /** Replaces the view with the same name. */
    replace: (view: SavedView) => store(withView(views, view)),
    rename: (view: SavedView, name: string) => store(withName(views, view, name)),
    remove: (view: SavedView) => store(withoutView(views, view.name)),
    restore: (view: SavedView, index: number) => store(withViewAt(views, view, index)),
  };
}

export type SavedViews = ReturnType<typeof useSavedViews>;
