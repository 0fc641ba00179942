import type { Page } from '@playwright/test';

/** The columns that the list shows at first, in their order. */
export const defaultColumns = [
  ...['Condition', 'Name', 'Since', 'Type', 'Target', 'Region', 'Interval', 'Last check', 'Response'],
];

export const heading = (page: Page, label: string) =>
  page.getByRole('columnheader', { name: label, exact: true });
