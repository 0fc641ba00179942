import { useLocalStorage } from '@/components/ui/use-local-storage';
import { viewSearchOf } from '@/lib/client/monitors-url';
import type { MonitorsUrlState } from '../use-monitors-url';
import { type SavedView, savedViewsSchema, withName, withoutView, withView, withViewAt } from './saved-views';

const none: SavedView[] = [];

/** The views saved in this browser, which of them is shown now, and what can be done with them. */
export function useSavedViews(url: MonitorsUrlState['url']) {
  const [views, store] = useLocalStorage('sightline.views.v1', savedViewsSchema, none);
  const current = viewSearchOf(url);
  return {
    views,
    /** What is shown now, as a view would keep it. */
    current,
    active: views.find(({ search }) => search === current),
    save: (name: string) => store(withView(views, { name, search: current })),
    rename: (view: SavedView, name: string) => store(withName(views, view, name)),
    remove: (view: SavedView) => store(withoutView(views, view.name)),
    restore: (view: SavedView, index: number) => store(withViewAt(views, view, index)),
  };
}

export type SavedViews = ReturnType<typeof useSavedViews>;
