import { findView, isSameName, type SavedView, withView } from './saved-views';
import { storedViews, type useSavedViews } from './use-saved-views';

export type SavedViews = ReturnType<typeof withChanges>;

/** Adds functions that change the views. Each returns whether the browser has stored the change. */
export function withChanges(saved: ReturnType<typeof useSavedViews>) {
  const { views, current, columns } = saved;
  const store = (changed: SavedView[]) => storedViews.write(JSON.stringify(changed));
  return {
    ...saved,
    save: (name: string) => store(withView(views, { name, search: current, columns })),
    add: (view: SavedView) => store(withView(views, view)),
    rename: (view: SavedView, name: string) => store(withName(views, view, name)),
    remove: ({ name }: SavedView) => store(views.filter((view) => view.name !== name)),
  };
}

/** The views with one renamed. Unchanged if another view has the name. */
export function withName(views: readonly SavedView[], from: SavedView, to: string): SavedView[] {
  const existing = findView(views, to);
  if (existing && !isSameName(existing.name, from.name)) return [...views];
  return views.map((view) => (isSameName(view.name, from.name) ? { ...view, name: to } : view));
}
