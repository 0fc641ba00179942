import { expect, type Page } from '@playwright/test';
import type { Monitor } from '../../../lib/reference-api/fixture.ts';
import type { SharedStack } from '../products/shared-products.ts';
import { openHydrated } from './screen.ts';

/** Returns the organization's first monitor that matches. @throws Error when none matches */
export function findMonitor({ referenceApi }: SharedStack, wanted: (monitor: Monitor) => boolean): Monitor {
  const monitor = referenceApi.api.organization().monitors().find(wanted);
  if (monitor === undefined) throw new Error('The generated organization has no such monitor.');
  return monitor;
}

/** Whether the page of a monitor shows a value for each setting of a web monitor. */
export const hasAllHttpSettings = (m: Monitor) =>
  m.type === 'https' &&
  m.last_status === 'up' &&
  m.is_active &&
  m.http_method !== null &&
  m.expected_status_codes !== null &&
  m.timeout_ms === 10_000;

/** The `dd` element of the `dt` with this name. */
export const fact = (page: Page, name: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd');

/** Opens the page of a monitor and waits until it shows the fields that the list omits. */
export async function openDetail(page: Page, { product }: SharedStack, monitor: Monitor) {
  await openHydrated(page, `${product.url}/monitors/${monitor.monitor_uuid}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(monitor.name);
  // The page loads the fields that the list omits later.
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
}
