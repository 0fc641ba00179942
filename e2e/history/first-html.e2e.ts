import { expect } from '@playwright/test';
import { monitorHistorySchema } from '../../lib/contract/changes.ts';
import { ask, readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';

test('the charts of a monitor and of the changes are visible before any script file is loaded', async ({
  demo,
  page,
}) => {
  const { data } = await readList(demo, 'condition=up&type=https&sort=name');
  const path = `/monitors/${data[0]?.monitor_uuid}`;
  const slots = async () => {
    const { text } = await ask(`${demo.url}/api${path}/history`);
    return monitorHistorySchema.parse(JSON.parse(text)).data.slots.length;
  };
  await expect.poll(slots).toBeGreaterThan(90);
  await page.route(/\.js(\?|$)/, (route) => route.abort());

  await page.goto(`${demo.url}${path}`);
  const conditions = page.getByRole('slider', { name: 'Observed conditions' });
  await expect(conditions).toBeVisible();
  await expect(conditions).toHaveAttribute('aria-valuemax', '96');
  await expect(conditions.locator('svg path[d^=M]').first(), 'the response times').toBeAttached();

  await page.goto(`${demo.url}/changes`);
  const fleet = page.getByRole('slider', { name: /^Down, overdue and unknown/ });
  await expect(fleet).toBeVisible();
  await expect(fleet.locator('svg g path[d^=M]').first(), 'the areas').toBeAttached();
});
