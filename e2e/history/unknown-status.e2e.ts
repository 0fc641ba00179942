import { expect } from '@playwright/test';
import { openHydrated } from '../support/browser/screen.ts';
import { ask, requestRefresh } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { frequentReads } from '../support/products/recorded-changes.ts';
import { startWithMonitors } from '../support/products/start-with-monitors.ts';

test('an unknown status is recorded as a change, and is shown in the charts of the changes and of the monitor', async ({
  page,
}) => {
  let last_status = 'up';
  const { product, stop } = await startWithMonitors(
    () => [{ last_status, last_check_at: new Date().toISOString() }],
    frequentReads.env,
  );
  const waitFor = (path: string, text: string) =>
    expect
      .poll(async () => {
        await requestRefresh(product);
        return (await ask(`${product.url}/api/${path}`)).text;
      })
      .toContain(text);
  await waitFor('changes', '"observed_from":"');
  last_status = 'degraded';
  await waitFor('changes', 'status_unknown');
  await page.goto(`${product.url}/changes`);
  await expect(page.getByText(/^Status unknown since /)).toBeVisible();
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', / 1 unknown, /);

  last_status = 'up';
  await waitFor('changes', 'reporting_again');
  await page.goto(`${product.url}/changes?kind=status_unknown&kind=reporting_again`);
  await expect(page.getByText(/^Status unknown \S+–\S+ /)).toBeVisible();
  await expect(page.getByText(/^Reporting again \d/), 'one line').toHaveCount(0);

  await openHydrated(page, `${product.url}/monitors/00000000-0000-4000-8000-000000000001`);
  await expect(page.getByRole('list', { name: 'Legend' }).getByText('Unknown')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('Status unknown ');
  await stop();
});
