import { execFileSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import type { Monitor } from '../../lib/reference-api/fixture.ts';
import { expectBriefly, openHydrated } from '../support/browser/screen.ts';
import { type Stack, test } from '../support/products/fixtures.ts';
import { isPlainTcp } from '../support/upstream/plain-tcp.ts';

async function open(page: Page, { product, referenceApi }: Stack, wanted: (monitor: Monitor) => boolean) {
  const monitor = referenceApi.api.organization().monitors().find(wanted);
  if (monitor === undefined) throw new Error('The generated organization has no such monitor.');
  await openHydrated(page, `${product.url}/monitors/${monitor.monitor_uuid}`);
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  return monitor;
}

async function copyWith(page: Page, name: string): Promise<string> {
  const button = page.getByRole('button', { name });
  await expectBriefly(button.getByRole('status').filter({ hasText: 'Copied' }), button.click());
  return await page.evaluate(() => navigator.clipboard.readText());
}

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test('each type of check has a shell command', async ({ staticStack, page }) => {
  const https = await open(page, staticStack, (m) => m.type === 'https' && m.follow_redirects === true);
  expect(await copyWith(page, 'Copy command')).toContain(`--url '${https.target}'`);
  const tcp = await open(page, staticStack, isPlainTcp);
  expect(await copyWith(page, 'Copy command')).toBe(`nc -vz -- ${tcp.target} ${tcp.port}`);
  const ping = await open(page, staticStack, ({ type }) => type === 'ping');
  expect(await copyWith(page, 'Copy command')).toBe(`ping -c 4 -- ${ping.target}`);
});

test('the copied API call works, and contains no key', async ({ staticStack, page }) => {
  const { apiKey, baseUrl } = staticStack.referenceApi;
  const monitor = await open(page, staticStack, ({ type }) => type === 'https');
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
