import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import {
  answer,
  type ScriptedUpstream,
  type Step,
  startScriptedUpstream,
} from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { selfSigned } from '../../lib/server/upstream/self-signed-certificate.fixtures.ts';
import { wirePage, wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { healthy } from '../support/echoing-upstream.ts';
import { test } from '../support/fixtures.ts';
import { type Product, startProduct } from '../support/product.ts';
import { ask, readList, untilRead } from '../support/read.ts';

const apiKey = 'sk-faults-0123456789';
const body = JSON.stringify(wirePage([wireRow()]));
const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`;

interface Fault {
  row: number;
  what: string;
  steps: Step[];
  code: string;
}

const faults: Fault[] = [
  {
    row: 1,
    what: 'a reset in mid-body',
    steps: [{ send: head + body.slice(0, 50) }, { reset: true }],
    code: 'upstream_unreachable',
  },
  { row: 2, what: 'no headers, ever', steps: [], code: 'upstream_timeout' },
  {
    row: 3,
    what: 'a byte at a time',
    steps: [{ drip: head + body, everyMs: 1000 }],
    code: 'upstream_timeout',
  },
  {
    row: 4,
    what: '100 MB',
    steps: answer(200, {}, Buffer.alloc(100 * 1024 * 1024, ' ')),
    code: 'upstream_invalid_response',
  },
  {
    row: 4,
    what: 'a compressed body',
    steps: answer(200, { 'Content-Encoding': 'gzip' }, gzipSync(body)),
    code: 'upstream_invalid_response',
  },
  {
    row: 5,
    what: 'truncated JSON',
    steps: answer(200, {}, body.slice(0, -1)),
    code: 'upstream_invalid_response',
  },
  {
    row: 5,
    what: 'HTML with 200',
    steps: answer(200, { 'Content-Type': 'text/html' }, '<p>Sign in'),
    code: 'upstream_invalid_response',
  },
  {
    row: 5,
    what: 'garbage in place of headers',
    steps: [{ send: 'HTTP/1.1 200 OK\r\n\0\x01: \x7f\r\n\r\n' }],
    code: 'upstream_invalid_response',
  },
  { row: 7, what: '503', steps: answer(503, {}, '{}'), code: 'upstream_error' },
];

async function productOver(upstream: ScriptedUpstream): Promise<Product> {
  return startProduct({
    env: {
      MONITOR_API_BASE_URL: upstream.baseUrl.href,
      MONITOR_API_KEY: apiKey,
      SIGHTLINE_AUTH: 'none',
      SIGHTLINE_REFRESH_MIN_SECONDS: '1',
    },
  });
}

/** The list as somebody gets it who wants it read anew each second. */
async function impatiently(product: Product) {
  const asked = performance.now();
  const { status, text } = await ask(`${product.url}/api/monitors`, {
    headers: { 'sightline-refresh': '1' },
  });
  return { status, tookMs: performance.now() - asked, ...JSON.parse(text) };
}

for (const { row, what, steps, code } of faults) {
  test(`row ${row}: upstream sends ${what}: what was read is served at once, and says why it is old`, async () => {
    const upstream = await startScriptedUpstream(healthy);
    const product = await productOver(upstream);
    await untilRead(product);
    const { data, meta } = await readList(product);
    upstream.play(steps);
    let slowest = 0;
    await expect
      .poll(
        async () => {
          const now = await impatiently(product);
          expect(now.status).toBe(200);
          expect(now.data).toEqual(data);
          slowest = Math.max(slowest, now.tookMs);
          return now.meta.degraded?.code;
        },
        { timeout: 30_000 },
      )
      .toBe(code);
    // Far below the deadline of five seconds that upstream has.
    expect(slowest).toBeLessThan(2500);
    const degraded = await impatiently(product);
    expect(Date.parse(degraded.meta.as_of)).toBeGreaterThanOrEqual(Date.parse(meta.as_of));
    await product.stop();
    await upstream.close();
  });
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`row 6: ${status} to another host is not followed: it sees nothing, least of all the key`, async () => {
    const other = await startScriptedUpstream(healthy);
    const location = { Location: `${other.baseUrl.href}/monitors?page=1&per_page=100` };
    const upstream = await startScriptedUpstream(answer(status, location, ''));
    const product = await productOver(upstream);
    await expect
      .poll(async () => (await impatiently(product)).code, { timeout: 15_000 })
      .toBe('upstream_error');
    expect(other.connections()).toBe(0);
    await product.stop();
    await Promise.all([upstream.close(), other.close()]);
  });
}

test('row 8: a certificate that nobody trusts is refused, and named as the reason', async () => {
  const upstream = await startScriptedUpstream(healthy, { tls: selfSigned });
  const product = await productOver(upstream);
  await expect
    .poll(async () => (await impatiently(product)).error, { timeout: 15_000 })
    .toBe('The API cannot be reached safely: its TLS certificate is not valid.');
  expect(upstream.requests).toEqual([]);
  await product.stop();
  await upstream.close();
});

test('row 27: a flood of invented UUIDs costs upstream nothing', async () => {
  const upstream = await startScriptedUpstream(healthy);
  const product = await productOver(upstream);
  await untilRead(product);
  const details = () => upstream.requests.filter(({ target }) => !target.includes('?')).length;
  const before = details();
  const flood = Array.from({ length: 500 }, () =>
    ask(`${product.url}/api/monitors/${crypto.randomUUID()}`).then(({ status }) => status),
  );
  expect(new Set(await Promise.all(flood))).toEqual(new Set([404]));
  expect(details() - before).toBe(0);
  await product.stop();
  await upstream.close();
});

test('row 36: what starts the server, its pages and its routes share one container', async ({ page }) => {
  const upstream = await startScriptedUpstream(healthy);
  const product = await productOver(upstream);
  await untilRead(product);
  await page.goto(`${product.url}/monitors`);
  await page.goto(`${product.url}/usage`);
  await ask(`${product.url}/api/monitors/${wireRow(1).monitor_uuid}`);
  await expect
    .poll(async () => {
      const { spent_here: spent } = JSON.parse((await ask(`${product.url}/api/usage`)).text).data;
      // A second container would have a ledger of its own, and know only of its own requests.
      return spent.inventory + spent.list + spent.detail + spent.probe + spent.retry;
    })
    .toBe(upstream.requests.length);
  await product.stop();
  await upstream.close();
});
