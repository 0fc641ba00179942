import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { stoppedProductClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/http-test.ts';

test('row 9, rate_limited: the minute is used up, so no more requests are sent upstream', {
  tags: 'deep',
}, async ({ stack }) => {
  const { product, referenceApi } = await stack(
    {},
    {
      before: ({ api }) => api.inject({ kind: 'exhaust-quota', window: 'minute' }),
      env: stoppedProductClock,
    },
  );
  const [monitor] = referenceApi.api.organization().monitors();
  const responses = [];
  for (const path of ['', '?page=2', '?q=api', `/${monitor?.monitor_uuid}`])
    responses.push(await ask(`${product.url}/api/monitors${path}`));
  for (const response of responses) {
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(64);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(JSON.parse(response.text)).toMatchObject({
      code: 'rate_limited',
      retry_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  }
  expect(referenceApi.requests()).toBe(1);
});

test('monitor_not_found: no monitor has this UUID, or another organization has it', async ({ quiet }) => {
  const { product, referenceApi } = quiet;
  const before = referenceApi.requests();
  const [neighbour] = referenceApi.api.organization('Example Neighbours').monitors();
  const unknown = await ask(`${product.url}/api/monitors/00000000-0000-4000-8000-000000000000`);
  const others = await ask(`${product.url}/api/monitors/${neighbour?.monitor_uuid}`);
  const bodies: unknown[] = [];
  for (const response of [unknown, others]) {
    expect(response.status).toBe(404);
    const body = JSON.parse(response.text);
    // The ages in the sentence may differ by a second.
    bodies.push({ ...body, request_id: '', error: body.error.replaceAll(/\d+ s\b/g, '…') });
  }
  expect(bodies[0]).toMatchObject({
    code: 'monitor_not_found',
    error: expect.stringMatching(/^This monitor isn’t in the list read … ago: created since, deleted, or /),
    list_as_of: expect.stringMatching(/Z$/),
    retry_at: expect.stringMatching(/Z$/),
  });
  expect(bodies[1], 'the two cannot be told apart').toEqual(bodies[0]);
  expect(referenceApi.requests() - before, 'the complete list is known').toBe(0);
});

test('a bug is a 500 without details, and its log line has the trace of the request', {
  tags: 'deep',
}, async ({ stack }) => {
  const preloaded = new URL('../support/preloaded/failing-bodies.ts', import.meta.url).href;
  const { product } = await stack({}, { before: () => {}, env: { NODE_OPTIONS: `--import=${preloaded}` } });
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  const { status, text } = await ask(`${product.url}/api/usage`, { headers });
  expect(status).toBe(500);
  expect(JSON.parse(text)).toEqual({
    code: 'internal',
    error: expect.stringContaining('a bug in Sightline'),
    request_id: expect.any(String),
  });
  const lines = () => product.logs().match(new RegExp(`^.*"trace_id":"${trace}".*$`, 'gm'));
  await expect.poll(lines).toEqual([expect.stringContaining('"msg":"a request failed"')]);
});
