import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect } from 'vitest';
import { rawRequest } from '../support/http/raw-request.ts';
import { heapOf, measurableHeap } from '../support/preloaded/measure-heap.ts';
import { builtRoutes } from '../support/products/built-routes.ts';
import { test } from '../support/products/http-test.ts';
import type { SharedStack } from '../support/products/shared-products.ts';
import { plenty } from '../support/products/stack.ts';

const exports = [
  '/api/monitors/export?format=csv',
  '/api/monitors/export?format=json',
  '/api/changes/export?format=csv',
  '/api/changes/export?format=json',
];
/** Requests that run at the same time. */
const WIDTH = 8;
/** Memory that caches and compiled code may take in addition, MiB. A body that stays open takes some 20 KiB. */
const SLACK_MIB = 12;

async function repeat(count: number, send: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next += 1;
      await send(next);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, lane));
}

/** The paths of all routes but the exports. */
function otherPaths({ referenceApi }: SharedStack): string[] {
  const uuid = referenceApi.api.organization().monitors()[0]?.monitor_uuid ?? '';
  return builtRoutes(uuid)
    .map(({ path }) => path)
    .filter((path) => !path.endsWith('/export'));
}

const head = ({ product }: SharedStack, path: string) => rawRequest(product.url, { path, method: 'HEAD' });

test('row 93: HEAD has the headers of GET and no body, on every route', async ({ staticStack }) => {
  for (const path of [...exports, ...otherPaths(staticStack)]) {
    const [got, headed] = [
      await rawRequest(staticStack.product.url, { path }),
      await head(staticStack, path),
    ];
    expect.soft(headed.status, path).toBe(got.status);
    expect.soft(headed.text.split('\n').at(-1), path).toBe('');
    for (const name of ['content-type', 'content-disposition', 'location', 'allow', 'cache-control'])
      expect
        .soft(headed.headers[name]?.slice(0, 40), `${name} of ${path}`)
        .toBe(got.headers[name]?.slice(0, 40));
    expect.soft('etag' in headed.headers, `ETag of ${path}`).toBe('etag' in got.headers);
  }
});

describe('memory of bodies that nobody reads', { tags: 'nightly' }, () => {
  test('row 93: many HEAD requests leave nothing in memory', async ({ stack }) => {
    const running = await stack({ monitors: 500, limits: plenty }, { env: measurableHeap });
    const { product } = running;
    const others = otherPaths(running);
    const headAll = async (paths: readonly string[], count: number) =>
      repeat(count, (n) => head(running, paths[n % paths.length] ?? ''));
    await headAll(exports, 300);
    await headAll(others, 100);
    const before = await heapOf(product);
    await headAll(exports, 1500);
    const afterExports = await heapOf(product);
    await headAll(others, 300);
    const after = await heapOf(product);
    console.log(
      `  heap ${before.used.toFixed(1)} MiB, after the exports ${afterExports.used.toFixed(1)}, after all ${after.used.toFixed(1)}`,
    );
    expect(after.used - before.used).toBeLessThan(SLACK_MIB);
  });

  test('row 93: a client that disconnects at any time leaves no export open', async ({ stack }) => {
    const { product } = await stack({ monitors: 3000, limits: plenty }, { env: measurableHeap });
    const { hostname, port } = new URL(product.url);
    /**
     * Disconnects at once, or when the response has begun. The response does not fit into the connection's buffers.
     */
    const abort = async (n: number) => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      const path = exports[n % 2] ?? '';
      await new Promise((sent) => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`, sent));
      if (n % 4 < 2) await once(socket, 'data');
      socket.resetAndDestroy();
    };
    await repeat(200, abort);
    const before = await heapOf(product);
    await repeat(1000, abort);
    const after = await heapOf(product);
    console.log(`  heap ${before.used.toFixed(1)} MiB, afterwards ${after.used.toFixed(1)}`);
    expect(after.used - before.used).toBeLessThan(SLACK_MIB);
  });
});
