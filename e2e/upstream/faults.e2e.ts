import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import {
  answer,
  jsonAnswer,
  type ScriptedUpstream,
  type Step,
  startScriptedUpstream,
} from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { selfSigned } from '../../lib/server/upstream/self-signed-certificate.fixtures.ts';
import { wirePage, wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { readsOnRequest } from '../support/browser/poll-with-clock.ts';
import { ask, readList, requestRefresh, waitForCompleteInventory } from '../support/http/read.ts';
import { advanceHours, movableClock } from '../support/preloaded/movable-clock.ts';
import { withoutDeadline } from '../support/preloaded/without-deadline.ts';
import { test as base } from '../support/products/fixtures.ts';
import { type Product, startProduct, upstreamEnv } from '../support/products/product.ts';
import { nightlyIf } from '../support/runner/nightly-if.ts';
import { healthy, plentyHeaders } from '../support/upstream/echoing-upstream.ts';

const apiKey = 'sk-faults-0123456789';
const body = JSON.stringify(wirePage([wireRow()]));
const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`;

interface Fault {
  /** Includes its row of the failure matrix. */
  title: string;
  steps: Step[];
  code: string;
  /** Whether only the nightly run tests it, because a similar fault is tested by day. */
  byNight?: true;
}

const faults: Fault[] = [
  {
    title: 'row 1: a reset in mid-body',
    steps: [{ send: head + body.slice(0, 50) }, { reset: true }],
    code: 'upstream_unreachable',
  },
  { title: 'row 2: no headers, ever', steps: [], code: 'upstream_timeout' },
  {
    title: 'row 3: a byte at a time',
    steps: [{ drip: head + body, everyMs: 1000 }],
    code: 'upstream_timeout',
  },
  {
    title: 'row 4: 100 MB',
    byNight: true,
    // A valid response, followed by 100 MB of spaces.
    steps: answer(200, {}, Buffer.concat([Buffer.from(body), Buffer.alloc(100 * 1024 * 1024, ' ')])),
    code: 'upstream_invalid_response',
  },
  {
    title: 'row 4: a compressed bomb',
    steps: answer(200, { 'Content-Encoding': 'gzip' }, gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '))),
    code: 'upstream_invalid_response',
  },
  {
    title: 'row 5: truncated JSON',
    steps: answer(200, {}, body.slice(0, -1)),
    code: 'upstream_invalid_response',
  },
  {
    title: 'row 5: HTML with 200',
    byNight: true,
    steps: answer(200, { 'Content-Type': 'text/html' }, '<p>Sign in'),
    code: 'upstream_invalid_response',
  },
  {
    title: 'row 5: garbage in place of headers',
    byNight: true,
    steps: [{ send: 'HTTP/1.1 200 OK\r\n\0\x01: \x7f\r\n\r\n' }],
    code: 'upstream_invalid_response',
  },
  { title: 'row 7: 503', steps: answer(503, {}, '{}'), code: 'upstream_error' },
];

async function productOver(upstream: ScriptedUpstream, env: Record<string, string> = {}): Promise<Product> {
  return startProduct({
    env: { ...upstreamEnv({ baseUrl: upstream.baseUrl, apiKey }), ...readsOnRequest, ...env },
  });
}

/** One product for all faults, which are tested one after the other. */
const test = base.extend<object, { faulty: { upstream: ScriptedUpstream; product: Product } }>({
  faulty: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const upstream = await startScriptedUpstream(healthy);
      const product = await productOver(upstream, movableClock);
      await waitForCompleteInventory(product);
      await use({ upstream, product });
      await product.stop();
      await upstream.close();
    },
    { scope: 'worker' },
  ],
});

// Some tests wait for a deadline, so they are distributed over all workers.
test.describe.configure({ mode: 'parallel' });

/** The list for a viewer who requests an interval of one second. */
async function listWithShortInterval(product: Product) {
  const { status, text } = await requestRefresh(product);
  return { status, ...JSON.parse(text) };
}

for (const { title, steps, code, byNight = false } of faults) {
  test(
    `${title}: the last list is still served, with the reason for its age`,
    nightlyIf(byNight),
    async ({ faulty: { upstream, product } }) => {
      upstream.play(healthy);
      // An hour later the backoff of the previous fault is over.
      await advanceHours(1, product);
      await expect.poll(async () => (await listWithShortInterval(product)).meta.degraded).toBeNull();
      const { data, meta } = await readList(product);
      expect(data).toHaveLength(5);
      upstream.play(steps);
      await expect
        .poll(async () => {
          const now = await listWithShortInterval(product);
          expect(now.status).toBe(200);
          expect(now.data).toEqual(data);
          return now.meta.degraded?.code;
        })
        .toBe(code);
      const degraded = await listWithShortInterval(product);
      const [asOf, since] = [degraded.meta.as_of, degraded.meta.degraded.since].map(Date.parse);
      expect(asOf).toBeGreaterThanOrEqual(Date.parse(meta.as_of));
      expect(asOf, 'not newer than the fault').toBeLessThanOrEqual(since ?? 0);
    },
  );
}

test('row 2: no caller waits for a request that hangs', async () => {
  const upstream = await startScriptedUpstream(healthy);
  // The request never ends, so a response that waited for it would never arrive.
  const product = await productOver(upstream, withoutDeadline);
  await waitForCompleteInventory(product);
  const { data } = await readList(product);
  upstream.play([]);
  const before = upstream.requests.length;
  await expect
    .poll(async () => {
      expect(await listWithShortInterval(product)).toMatchObject({ status: 200, data });
      return upstream.requests.length;
    })
    .toBeGreaterThan(before);
  expect(await listWithShortInterval(product)).toMatchObject({ status: 200, data, meta: { degraded: null } });
  await product.stop();
  await upstream.close();
});

test('row 6: a redirect to another host is not followed, so that host never receives the key', async () => {
  const other = await startScriptedUpstream(healthy);
  const location = { Location: `${other.baseUrl.href}/monitors?page=1&per_page=100` };
  const upstream = await startScriptedUpstream(answer(301, location, ''));
  const product = await productOver(upstream, movableClock);
  for (const status of [301, 302, 303, 307, 308]) {
    upstream.play(answer(status, location, ''));
    const before = upstream.requests.length;
    // An hour later the backoff of the previous redirect is over.
    await advanceHours(1, product);
    const detail = `${product.url}/api/monitors/${wireRow(1).monitor_uuid}`;
    const met = async () => {
      const { code } = JSON.parse((await ask(detail)).text);
      return { code, isAsked: upstream.requests.length > before };
    };
    await expect.poll(met, { message: `after ${status}` }).toEqual({ code: 'upstream_error', isAsked: true });
  }
  expect(other.connections()).toBe(0);
  await product.stop();
  await Promise.all([upstream.close(), other.close()]);
});

test('row 8: an untrusted certificate is rejected, and reported as the reason', async () => {
  const upstream = await startScriptedUpstream(healthy, { tls: selfSigned });
  const product = await productOver(upstream);
  await expect
    .poll(async () => (await listWithShortInterval(product)).error)
    .toBe(
      'Can’t reach the API: its TLS certificate is from an unknown authority; for one of your own set NODE_EXTRA_CA_CERTS to the file with its certificate.',
    );
  expect(upstream.requests).toEqual([]);
  await product.stop();
  await upstream.close();
});

/** Requests 500 monitors that do not exist. @returns the statuses, and the number of upstream requests */
async function flood(product: Product, upstream: ScriptedUpstream) {
  const details = () => upstream.requests.filter(({ target }) => !target.includes('?')).length;
  const before = details();
  const statuses = new Set<number>();
  // While the list is being read, each wave waits for some seconds.
  for (let wave = 0; wave < 2; wave += 1) {
    const responses = await Promise.all(
      Array.from({ length: 250 }, () => ask(`${product.url}/api/monitors/${crypto.randomUUID()}`)),
    );
    for (const { status } of responses) statuses.add(status);
  }
  return { statuses, requests: details() - before };
}

test('row 27: a flood of invented UUIDs causes no upstream request once all monitors are known', {
  tag: '@nightly',
}, async () => {
  const upstream = await startScriptedUpstream(healthy);
  const product = await productOver(upstream);
  await waitForCompleteInventory(product);
  expect(await flood(product, upstream)).toEqual({ statuses: new Set([404]), requests: 0 });
  await product.stop();
  await upstream.close();
});

test('row 27: a flood of invented UUIDs causes few upstream requests while the list is being read', async () => {
  const released = Promise.withResolvers<void>();
  const first = wirePage(Array.from({ length: 100 }, (_, index) => wireRow(index + 1)));
  first.pagination = { ...first.pagination, total: 105, total_pages: 2 };
  // The second page is in flight during the flood.
  const upstream = await startScriptedUpstream((request) => {
    if (request.target.includes('page=2')) return [{ until: released.promise }, ...healthy(request)];
    return request.target.includes('?') ? jsonAnswer(200, first, plentyHeaders) : healthy(request);
  });
  const product = await productOver(upstream, withoutDeadline);
  await expect.poll(() => upstream.requests.some(({ target }) => target.includes('page=2'))).toBe(true);
  try {
    expect((await flood(product, upstream)).requests).toBeLessThanOrEqual(6);
  } finally {
    released.resolve();
    await product.stop();
    await upstream.close();
  }
});

test('row 36: the startup code, pages and routes share one container', async ({ page }) => {
  const upstream = await startScriptedUpstream(healthy);
  const product = await productOver(upstream);
  await waitForCompleteInventory(product);
  await page.goto(`${product.url}/monitors`);
  await page.goto(`${product.url}/usage`);
  await ask(`${product.url}/api/monitors/${wireRow(1).monitor_uuid}`);
  await expect
    .poll(async () => {
      const { spent_here: spent } = JSON.parse((await ask(`${product.url}/api/usage`)).text).data;
      // A second container would have its own ledger, which counts only its own requests.
      return (
        spent.inventory + spent.list + spent.detail + spent.probe + spent.retry - upstream.requests.length
      );
    })
    .toBe(0);
  await product.stop();
  await upstream.close();
});
