import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { plenty } from '../support/products/stack.ts';

const yaml = `views:
  - name: Sockets
    filters: { type: tcp }
    public: true
  - name: Secret
    filters: { type: https }
`;

test('anonymous users can read the state of a public view, and learn nothing of other views', async ({
  startTokenStack,
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-views-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'views.yaml');
  writeFileSync(path, yaml);
  const { product, tokens, referenceApi } = await startTokenStack(
    { monitors: 30, limits: plenty },
    { env: { SIGHTLINE_VIEWS_FILE: path, SIGHTLINE_REFRESH_MIN_SECONDS: '1' } },
  );
  const status = (query: string, headers = {}) => ask(`${product.url}/api/status${query}`, { headers });
  const stranger = await status('?view=sockets');
  expect(stranger.status).toBe(200);
  const { counts, ...rest } = JSON.parse(stranger.text);
  expect(rest).toMatchObject({ stale: false, view: 'sockets' });
  expect(counts.condition.up).toBeGreaterThan(0);
  expect([...stranger.headers.keys()].filter((name) => /quota|ratelimit/.test(name))).toEqual([]);

  const anonymous = async (query: string) => {
    const { status: code, text, headers } = await status(query);
    return [code, JSON.parse(text).code, headers.get('www-authenticate')];
  };
  const closed = await anonymous('?view=Secret');
  expect(closed[0]).toBe(401);
  for (const query of ['?view=Nothing', '', '?type=tcp', '?view=', '?view=Secret&view=Sockets']) {
    expect(await anonymous(query), query).toEqual(closed);
  }
  expect((await status('?view=Sockets&type=https')).status, 'no filters besides it').toBe(400);
  expect((await status('?view=Sockets&view=Secret')).status).toBe(400);
  for (const other of [
    '/api/monitors?type=tcp',
    '/api/wall?view=Sockets',
    '/api/changes/feed?view=Sockets',
    '/api/views',
  ]) {
    expect((await ask(product.url + other)).status, other).toBe(401);
  }
  const cron = tokens.headers('cron');
  expect((await status('?view=Secret', cron)).status).toBe(200);
  expect((await status('?view=Nothing', cron)).status).toBe(400);
  expect((await status('', cron)).status).toBe(200);

  const badge = (headers = {}) => ask(`${product.url}/api/badge.svg?view=Sockets`, { headers });
  const image = await badge();
  expect(image.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(image.headers.get('cache-control')).toBe('private, no-store');
  expect(image.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect((await badge({ 'If-None-Match': image.headers.get('etag') ?? '' })).status).toBe(304);
  expect((await ask(`${product.url}/api/badge.svg?view=Secret`)).status).toBe(401);

  const organization = referenceApi.api.organization();
  const one = organization.monitors().find(({ type, is_active, maintenance_mode: planned }) => {
    return type === 'tcp' && is_active && planned !== true;
  });
  const changed = { last_status: 'down' as const, last_check_at: new Date().toISOString() };
  organization.editMonitor(one?.monitor_uuid ?? '', changed);
  const refresh = { ...cron, 'Sightline-Refresh': 'on' };
  await expect
    .poll(async () => {
      await ask(`${product.url}/api/monitors`, { headers: refresh });
      return (await status('?view=Sockets&fail_on=down')).status;
    })
    .toBe(503);
  expect(JSON.parse((await status('?view=Sockets')).text).status).toBe('down');
  expect((await badge()).text).toContain('aria-label="Sockets: down"');
});
