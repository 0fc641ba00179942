import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';

test('the title in the first HTML has the number of all down monitors, whatever the filters', async ({
  staticStack: { product, referenceApi },
}) => {
  const down = referenceApi.api
    .organization()
    .monitors()
    .filter(({ is_active, last_status }) => is_active && last_status === 'down').length;
  expect(down).toBeGreaterThan(0);
  const { text } = await ask(`${product.url}/monitors?type=tcp&condition=up`);
  expect(text.match(/<title>[^<]*<\/title>/g)).toEqual([`<title>(${down}) Monitors · Sightline</title>`]);
});

test('both icons are SVG files without external references', async ({ staticStack: { product } }) => {
  for (const path of ['/icon.svg', '/icon-down.svg']) {
    const { status, headers, text } = await ask(`${product.url}${path}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('image/svg+xml');
    expect(text).not.toMatch(/href|url\(|<script/);
  }
});
