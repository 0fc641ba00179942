import { expect } from 'vitest';
import { z } from 'zod';
import { ask, readList, requestRefresh } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { frequentReads } from '../support/products/recorded-changes.ts';
import { plenty } from '../support/products/stack.ts';
import { waitUntil } from '../support/wait-until.ts';

test('the first HTML of a monitor has its name, and costs no upstream request', async ({ quiet }) => {
  const { product, referenceApi } = quiet;
  const [monitor] = referenceApi.api.organization().monitors();
  const before = referenceApi.requests();
  const { text } = await ask(`${product.url}/monitors/${monitor?.monitor_uuid}`);
  expect(text).toContain(`<bdi>${monitor?.name}</bdi>`);
  expect(referenceApi.requests() - before).toBe(0);
});

test('an address without a UUID costs no upstream request, as a page and in the API', async ({ quiet }) => {
  const { product, referenceApi } = quiet;
  const before = referenceApi.requests();
  const { text } = await ask(`${product.url}/monitors/not-a-uuid`);
  expect(text).toContain('Not the address of a monitor');
  for (const path of ['/api/monitors/not-a-uuid', '/api/monitors/not-a-uuid/history']) {
    const { status, text: body } = await ask(`${product.url}${path}`);
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid_parameter', parameter: 'uuid' });
  }
  expect(referenceApi.requests() - before).toBe(0);
});

const detailSchema = z.object({
  data: z.object({ last_check_at: z.string().nullable(), timeout_ms: z.unknown() }),
  meta: z.object({ as_of: z.string(), detail_as_of: z.string().optional(), partial: z.boolean() }),
});

test('a monitor is never older than the list', { tags: 'deep' }, async ({ stack }) => {
  const { product, referenceApi } = await stack({ monitors: 60, limits: plenty }, frequentReads);
  const monitor = referenceApi.api
    .organization()
    .monitors()
    .find(({ is_active }) => is_active);
  const uuid = monitor?.monitor_uuid ?? '';
  const readMonitor = async () =>
    detailSchema.parse(JSON.parse((await ask(`${product.url}/api/monitors/${uuid}`)).text));
  const first = await readMonitor();
  expect(first.meta.detail_as_of).toBeUndefined();
  // From here on only list requests succeed.
  referenceApi.api.inject({ kind: 'status', status: 503, url_contains: uuid });
  const readBoth = async () => {
    await requestRefresh(product);
    return { list: await readList(product, `q=${uuid}`), detail: await readMonitor() };
  };
  const { list, detail } = await waitUntil(
    readBoth,
    (both) => both.list.meta.as_of > first.meta.as_of && both.detail.meta.as_of === both.list.meta.as_of,
    'the monitor is as old as a newer list',
  );
  expect(detail).toMatchObject({
    data: { last_check_at: list.data[0]?.last_check_at, timeout_ms: first.data.timeout_ms },
    meta: { detail_as_of: first.meta.as_of, partial: false },
  });
});
