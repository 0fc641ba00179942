import type { SavedView } from './saved-views';

/** Offered to those who have saved none: what people look for first. */
export const suggestedViews: readonly SavedView[] = [
  { name: 'Down or silent', search: 'condition=down&condition=overdue' },
  { name: 'Never checked', search: 'condition=pending' },
  { name: 'In maintenance', search: 'maintenance_mode=true' },
];
