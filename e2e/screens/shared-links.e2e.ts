import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { ask, readList } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import { plenty } from '../support/products/stack.ts';

const noise = 'v=2&style=flat-square&utm_source=chat&utm_source=again';

test('what chats, caches and readers add to links and images is ignored; the API stays strict', async ({
  staticStack: { product },
  page,
}) => {
  for (const path of ['/api/badge.svg', '/api/status', '/api/changes/feed']) {
    const [plain, noisy] = [
      await ask(`${product.url}${path}?type=tcp`),
      await ask(`${product.url}${path}?type=tcp&${noise}`),
    ];
    expect([noisy.status, noisy.text], path).toEqual([200, plain.text]);
    expect((await ask(`${product.url}${path}?condition=lost&v=2`)).status, path).toBe(400);
  }
  for (const path of ['/api/monitors', '/api/wall', '/api/report', '/api/changes', '/api/monitors/export'])
    expect((await ask(`${product.url}${path}?format=csv&utm_source=x`)).status, path).toBe(400);
  await page.goto(`${product.url}/wall?type=tcp&${noise}`);
  await expect(page.getByText('Type: tcp')).toBeVisible();
  for (const path of ['/monitors', '/changes', '/review', '/report', '/coverage', '/usage']) {
    await page.goto(`${product.url}${path}?${noise}`);
    await expect(page.getByRole('main')).not.toContainText(/invalid|not supported|wrong/i);
  }
});

test('an unknown parameter does not hide the default view of the team', async ({ stack, page }) => {
  const path = join(mkdtempSync(join(tmpdir(), 'sightline-views-')), 'views.yaml');
  writeFileSync(path, 'views: [{ name: Sockets, filters: { type: tcp }, default: true }]');
  const { product } = await stack({ monitors: 30, limits: plenty }, { env: { SIGHTLINE_VIEWS_FILE: path } });
  await page.goto(`${product.url}/monitors?utm_source=chat`);
  await expect(page).toHaveURL(/\/monitors\?type=tcp$/);
});

test('the address of a monitor that a chat has linked with punctuation leads to the monitor', async ({
  staticStack: { product },
  page,
}) => {
  const { data } = await readList(product, 'per_page=1');
  const uuid = String(data[0]?.monitor_uuid);
  for (const rest of [')', '.', ',', ').', '>', '%3E', '%29', '%2E', '%2C', '%22', '!', '”']) {
    await page.goto(`${product.url}/monitors/${uuid}${rest}`);
    await expect(page, rest).toHaveURL(`${product.url}/monitors/${uuid}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(data[0]?.name));
  }
  await page.goto(`${product.url}/monitors/${uuid.toUpperCase()})?days=7`);
  await expect(page).toHaveURL(`${product.url}/monitors/${uuid}?days=7`);
  expect((await ask(`${product.url}/api/monitors/${uuid})`)).status, 'the API stays strict').toBe(400);
});
