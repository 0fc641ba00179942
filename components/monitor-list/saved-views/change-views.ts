import { withBasePath } from '@/lib/text/base-path';
import {
  findView,
  isSameName,
  type SavedView,
  storedViews,
  type useSavedViews,
  withView,
} from './saved-views';

// Not in saved-views.ts, because the first load of the list has a limit and only the panel needs this (ADR 0042).

/** Views that are offered when they are not saved. */
export const suggestedViews: readonly SavedView[] = [
  { name: 'Down or overdue', search: 'condition=down&condition=overdue' },
  { name: 'Unknown condition', search: 'condition=unknown' },
  { name: 'Never checked', search: 'condition=pending' },
  { name: 'In maintenance', search: 'maintenance_mode=true' },
];

/** The suggestions whose list is not saved under any name. */
export function newSuggestions(views: readonly SavedView[]): SavedView[] {
  return suggestedViews.filter(({ search }) => views.every((view) => view.search !== search));
}

/** The views with one renamed. Unchanged if another view has the name. */
export function withName(views: readonly SavedView[], from: SavedView, to: string): SavedView[] {
  const existing = findView(views, to);
  if (existing && !isSameName(existing.name, from.name)) return [...views];
  return views.map((view) => (isSameName(view.name, from.name) ? { ...view, name: to } : view));
}

/** The URL for sharing a view, with its name, by which others can save it. @param origin without a trailing slash */
export function linkOf(view: SavedView, origin: string): string {
  const search = new URLSearchParams(view.search);
  search.set('view', view.name);
  return origin + withBasePath(`/monitors?${search}`);
}

export type SavedViews = ReturnType<typeof withChanges>;

/** Adds functions that change the views. Each returns whether the browser has stored the change. */
export function withChanges(saved: ReturnType<typeof useSavedViews>) {
  const { views, current, columns } = saved;
  const store = (changed: SavedView[]) => storedViews.write(JSON.stringify(changed));
  return {
    ...saved,
    /** Saves the current list under a name. */
    save: (name: string) => store(withView(views, { name, search: current, columns })),
    add: (view: SavedView) => store(withView(views, view)),
    rename: (view: SavedView, name: string) => store(withName(views, view, name)),
    remove: ({ name }: SavedView) => store(views.filter((view) => view.name !== name)),
  };
}
