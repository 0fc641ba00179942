import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';

test('the configured reset of the quotas reaches the usage page', { tags: 'deep' }, async ({ stack }) => {
  const { product } = await stack(
    { monitors: 25 },
    { env: { SIGHTLINE_QUOTA_RESET: '00:00 Europe/Berlin day 1' } },
  );
  const { text } = await ask(`${product.url}/usage`);
  expect(text).toMatch(/resets at 00:00 \(Europe\/Berlin\), in \d+ (h|min|s)/);
  expect(text).toMatch(/resets on \d{4}-\d\d-01 at 00:00 \(Europe\/Berlin\), in \d+ (d|h|min|s)/);
});
