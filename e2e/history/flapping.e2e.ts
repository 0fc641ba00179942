import { expect } from '@playwright/test';
import type { RunningReferenceApi } from '../../lib/reference-api/server.ts';
import { readsOnRequest } from '../support/browser/poll-with-clock.ts';
import { expectQuery, facet, openHydrated, rowLinks } from '../support/browser/screen.ts';
import { type Fields, readList, requestRefresh } from '../support/http/read.ts';
import { advanceOneStep, steppingClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/fixtures.ts';
import type { Product } from '../support/products/product.ts';
import { plenty, type Stack } from '../support/products/stack.ts';

const STEP_MINUTES = 6;

/**
 * Makes all monitors up. None becomes overdue while minutes pass, because that would also be a change of condition.
 */
function makeAllUp({ api }: RunningReferenceApi): void {
  const organization = api.organization();
  const last_check_at = new Date().toISOString();
  for (const { monitor_uuid, updated_at } of organization.monitors()) {
    const state = { is_active: true, last_status: 'up', interval: 3600 } as const;
    organization.editMonitor(monitor_uuid, { ...state, last_check_at, updated_at });
  }
}

/** Reads the list until a condition holds. */
async function readUntil(
  product: Product,
  holds: (list: Awaited<ReturnType<typeof readList>>) => boolean,
): Promise<void> {
  const isRead = async () => {
    await requestRefresh(product);
    return holds(await readList(product, 'sort=changed&per_page=100'));
  };
  await expect.poll(isRead, { intervals: [50, 100] }).toBe(true);
}

/** Simulates a check of a monitor now, and waits until the product has read it. */
async function check(
  { product, referenceApi }: Stack,
  uuid: string,
  last_status: 'up' | 'down',
  now: number,
): Promise<void> {
  const last_check_at = new Date(now).toISOString();
  const organization = referenceApi.api.organization();
  organization.editMonitor(uuid, { last_status, last_check_at });
  const isChecked = (one: Fields) => one.monitor_uuid === uuid && one.last_check_at === last_check_at;
  await readUntil(product, ({ data }) => data.some(isChecked));
}

test('a monitor that changed four times within an hour is flagged, is found by filter and sort, and shows a range for the start of its condition', {
  tag: '@nightly',
}, async ({ stack, page }) => {
  let steps = 0;
  const clock = () => Date.now() + steps * STEP_MINUTES * 60_000;
  const running = await stack(
    { monitors: 30, limits: plenty, clock },
    {
      env: { ...readsOnRequest, ...steppingClock(STEP_MINUTES) },
      before: makeAllUp,
      waitForInventory: true,
    },
  );
  const { product, referenceApi } = running;
  const [monitor] = referenceApi.api.organization().monitors();
  if (monitor === undefined) throw new Error('a monitor');
  const pass = async (count: number) => {
    for (let step = 0; step < count; step += 1) {
      await advanceOneStep(product);
      steps += 1;
    }
  };
  const { monitor_uuid: uuid, name } = monitor;
  for (const status of ['down', 'up', 'down'] as const) await check(running, uuid, status, clock());
  await pass(1);
  await check(running, uuid, 'up', clock());
  await pass(3);
  const passed = clock();
  await readUntil(product, ({ meta }) => Date.parse(meta.as_of ?? '') >= passed);

  await openHydrated(page, `${product.url}/monitors?sort=changed`);
  const first = page.locator('tbody tr').first();
  await expect(first.getByRole('link')).toHaveText(name);
  await expect(first.getByRole('cell').first()).toHaveText(/^Up.*Flapping/);
  await expect(first.getByRole('cell').nth(2)).toHaveText(/^(18|19|2\d)–[23]\d min$/);
  await facet(page, 'Flapping').choose('Yes');
  await expectQuery(page, 'sort=changed&flapping=true');
  await expect(rowLinks(page)).toHaveText([name]);
});
