import type { SavedView } from './saved-views';

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
