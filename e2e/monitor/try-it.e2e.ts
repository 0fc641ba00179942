import { execFileSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import { findMonitor, openDetail } from '../support/browser/monitor-page.ts';
import { expectBriefly } from '../support/browser/screen.ts';
import { test } from '../support/products/fixtures.ts';

async function copyWith(page: Page, name: string): Promise<string> {
  const button = page.getByRole('button', { name });
  await expectBriefly(button.getByRole('status').filter({ hasText: 'Copied' }), button.click());
  return await page.evaluate(() => navigator.clipboard.readText());
}

test('the command of the check is copied; the copied API call works, and contains no key', async ({
  staticStack,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { apiKey, baseUrl } = staticStack.referenceApi;
  const monitor = findMonitor(staticStack, ({ type }) => type === 'https');
  await openDetail(page, staticStack, monitor);
  const command = await copyWith(page, 'Copy command');
  expect(command).toMatch(/^curl /);
  expect(command).toContain(`--url '${monitor.target}'`);
  const call = await copyWith(page, 'Copy API call');
  expect(call).toContain('Authorization: Bearer $API_KEY');
  expect(await page.content()).not.toContain(apiKey);
  // The arguments that curl would receive.
  const words = execFileSync('/bin/sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${call}`], {
    env: { NODE_ENV: 'test', API_KEY: apiKey, API_URL: baseUrl },
    encoding: 'utf8',
  }).split('\0');
  const [name = '', value = ''] = (words[3] ?? '').split(': ');
  const response = await fetch(words[4] ?? '', { headers: { [name]: value } });
  expect(await response.json()).toMatchObject({ data: { monitor_uuid: monitor.monitor_uuid } });
});
