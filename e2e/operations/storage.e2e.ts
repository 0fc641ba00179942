import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/browser/expect-accessible.ts';
import { readAll, waitForCompleteInventory } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import {
  newDirectory,
  startSharedDirectory,
  staticMonitors,
} from '../support/products/shared-data-directory.ts';

test('row 37: a data directory that is not writable is reported on the usage page and in the log', async ({
  page,
}) => {
  // A folder below a file cannot be created even by root, which can write everywhere else.
  const file = join(newDirectory(), 'file');
  writeFileSync(file, '');
  const { api, start } = await startSharedDirectory(join(file, 'data'), staticMonitors);
  const product = await start();
  await waitForCompleteInventory(product);
  await page.goto(`${product.url}/usage`);
  const notice = page.getByRole('status').filter({ hasText: 'The data directory is not writable.' });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => product.logs()).toContain('"problem":"read_only"');
  expect(await readAll(product, 'sort=name')).toHaveLength(120);
  await product.stop();
  await api.close();
});
