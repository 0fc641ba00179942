import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { parseFeed } from '@rowanmanning/feed-parser';
import { ask } from '../support/http/read.ts';
import { signInOn } from '../support/sign-in/password.ts';
import { tokenLine } from '../support/sign-in/token-file.ts';
import { tokenTest } from '../support/sign-in/token-product.ts';

const others = ['grafana', 'cron', 'limited'];

tokenTest(
  'the token of a feed opens its feed and nothing else, until its line is gone',
  async ({ startTokenStack }) => {
    const { product, tokens, referenceApi } = await startTokenStack(undefined, {
      env: { SIGHTLINE_REFRESH_MIN_SECONDS: '1' },
    });
    const token = `sightline_${randomBytes(32).toString('base64url')}`;
    tokens.write(others, `${tokenLine('chat', token)} feed type=https`);
    const url = `${product.url}/api/changes/feed`;
    const feed = (headers: Record<string, string> = {}) => ask(`${url}?token=${token}`, { headers });
    await expect.poll(async () => (await feed()).status, { intervals: [500] }).toBe(200);

    const organization = referenceApi.api.organization();
    const isUp = (type: string) => (one: { type: string; is_active: boolean; last_status: string | null }) =>
      one.type === type && one.is_active && one.last_status === 'up';
    for (const type of ['https', 'tcp']) {
      const { monitor_uuid } = organization.monitors().find(isUp(type)) ?? { monitor_uuid: '' };
      const last_check_at = new Date().toISOString();
      organization.editMonitor(monitor_uuid, { last_status: 'down', last_check_at });
    }
    const refresh = { ...tokens.headers('cron'), 'Sightline-Refresh': '1' };
    const all = async () => {
      await ask(`${product.url}/api/monitors`, { headers: refresh });
      return parseFeed((await ask(url, { headers: tokens.headers('cron') })).text).items;
    };
    await expect.poll(async () => (await all()).length).toBe(2);
    const { headers, text } = await feed();
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const { items, url: home } = parseFeed(text);
    expect(items).toHaveLength(1);
    const origin = product.url.replace('127.0.0.1', 'localhost');
    expect(items[0]?.url).toContain(`${origin}/monitors/`);
    expect(home).toBe(`${origin}/changes`);
    expect(text).not.toContain(token);
    expect((await feed({ 'If-None-Match': headers.get('etag') ?? '' })).status).toBe(304);

    for (const path of ['/api/monitors', '/api/wall', '/api/changes', '/api/usage']) {
      const { status } = await ask(`${product.url}${path}?token=${token}`);
      expect(status, path).toBe(401);
      const bearer = { Authorization: `Bearer ${token}` };
      expect((await ask(product.url + path, { headers: bearer })).status, path).toBe(401);
    }
    const script = tokens.headers('cron').Authorization.replace('Bearer ', '');
    expect((await ask(`${url}?token=${script}`)).status, 'of a script, in the query').toBe(401);
    expect((await ask(url)).status).toBe(401);
    expect(product.logs()).toContain('"token":"chat"');
    expect(product.logs()).not.toContain(token);
    tokens.write(others);
    await expect.poll(async () => (await feed()).status, { intervals: [500] }).toBe(401);
  },
);

tokenTest('the changes page links to the feed', async ({ tokenStack: { product }, page }) => {
  await page.goto(`${product.url}/changes`);
  await signInOn(page);
  const link = page.locator('link[rel="alternate"][type="application/atom+xml"]');
  await expect(link).toHaveAttribute('href', '/api/changes/feed');
});
