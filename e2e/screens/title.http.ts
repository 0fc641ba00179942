import { expect } from 'vitest';
import { ask, readList } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';

test('the title in the first HTML has the name of the page, and on the list the number of all down monitors', async ({
  staticStack: { product, referenceApi },
}) => {
  const down = referenceApi.api
    .organization()
    .monitors()
    .filter(({ is_active, last_status }) => is_active && last_status === 'down').length;
  expect(down).toBeGreaterThan(0);
  const [monitor] = (await readList(product, 'condition=down')).data;
  for (const [path, title] of [
    ['/monitors?type=tcp&condition=up', `(${down}) Monitors`],
    // The browser adds the number.
    [`/monitors/${monitor?.monitor_uuid}`, monitor?.name],
    ['/review', 'Review'],
    ['/report?month=2026-01', 'Report January 2026'],
    ['/usage', 'Usage'],
    ['/nowhere', 'Page not found'],
  ]) {
    const { text } = await ask(`${product.url}${path}`);
    expect(text.match(/<title>[^<]*<\/title>/g)).toEqual([`<title>${title} · Sightline</title>`]);
  }
});

test('both icons are SVG files without external references', async ({ staticStack: { product } }) => {
  for (const path of ['/icon.svg', '/icon-down.svg']) {
    const { status, headers, text } = await ask(`${product.url}${path}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('image/svg+xml');
    expect(text).not.toMatch(/href|url\(|<script/);
  }
});
