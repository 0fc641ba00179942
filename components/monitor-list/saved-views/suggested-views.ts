import type { SavedView } from './saved-views';

/** What people look for first. */
export const suggestedViews: readonly SavedView[] = [
  { name: 'Down or overdue', search: 'condition=down&condition=overdue' },
  { name: 'Never checked', search: 'condition=pending' },
  { name: 'In maintenance', search: 'maintenance_mode=true' },
];
