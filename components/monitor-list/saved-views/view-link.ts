import type { SavedView } from './saved-views';

/** The address that shows a view to somebody else, with its name. @param origin without a trailing slash */
export function linkOf(view: SavedView, origin: string): string {
  const search = new URLSearchParams(view.search);
  search.set('view', view.name);
  return `${origin}/monitors?${search}`;
}
