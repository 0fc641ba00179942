import { mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { selfSigned } from '../../lib/server/upstream/self-signed-certificate.fixtures.ts';
import { rowLinks } from '../support/browser/screen.ts';
import { startForwardProxy } from '../support/http/forward-proxy.ts';
import { endNow, listenOnLoopback } from '../support/http/loopback.ts';
import { plenty } from '../support/products/fixtures.ts';
import { type Product, startProduct } from '../support/products/product.ts';
import { startStaticReferenceApi } from '../support/upstream/static-reference-api.ts';

/** Starts the reference API behind TLS, with a certificate of the company's own. */
async function startTlsApi() {
  const api = await startStaticReferenceApi({ monitors: 60, limits: plenty });
  const plain = new URL(api.baseUrl);
  const server = createServer(selfSigned, (incoming, response) => {
    const { method, url, headers } = incoming;
    const forwarded = request({ host: plain.hostname, port: plain.port, method, path: url, headers });
    forwarded.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(forwarded);
  });
  const port = await listenOnLoopback(server);
  const certificate = join(mkdtempSync(join(tmpdir(), 'sightline-ca-')), 'ca.pem');
  writeFileSync(certificate, selfSigned.cert);
  return {
    port,
    env: {
      MONITOR_API_BASE_URL: `https://localhost:${port}${plain.pathname}`,
      MONITOR_API_KEY: api.apiKey,
      SIGHTLINE_AUTH: 'none',
      SIGHTLINE_LOG_LEVEL: 'info',
      NODE_EXTRA_CA_CERTS: certificate,
    },
    async close() {
      await Promise.all([endNow(server), api.close()]);
    },
  };
}

const password = 'a b@c';
const authorization = `Basic ${Buffer.from(`ops:${password}`).toString('base64')}`;

/** A proxy that demands a password, and refuses every host except the API. */
const startStrictProxy = (port: number) =>
  startForwardProxy((asked) => {
    if (asked.authorization !== authorization) return 407;
    return asked.target === `localhost:${port}` ? 200 : 403;
  });

async function expectRows(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.url}/monitors`);
  await expect(rowLinks(page)).toHaveCount(25);
}

test('the API is read through a proxy that demands a password, with a certificate of the company; the log hides the password', async ({
  page,
}) => {
  const api = await startTlsApi();
  const proxy = await startStrictProxy(api.port);
  const HTTPS_PROXY = `http://ops:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}`;
  const product = await startProduct({ env: { ...api.env, HTTPS_PROXY } });
  await expectRows(page, product);
  expect(new Set(proxy.asked)).toEqual(new Set([`localhost:${api.port}`]));
  expect(product.logs()).toContain(`"proxy":"http://127.0.0.1:${proxy.port}"`);
  expect(product.logs()).not.toContain(encodeURIComponent(password));
  await product.stop();
  await Promise.all([proxy.close(), api.close()]);
});

test.describe('a proxy that refuses is named as the cause', () => {
  for (const [what, user] of [
    ['it demands another password', 'ops:wrong'],
    ['it demands a password and none is set', ''],
  ] as const) {
    test(what, async ({ page }) => {
      const api = await startTlsApi();
      const proxy = await startStrictProxy(api.port);
      const product = await startProduct({
        env: { ...api.env, HTTPS_PROXY: `http://${user && `${user}@`}127.0.0.1:${proxy.port}` },
      });
      await page.goto(`${product.url}/monitors`);
      await expect(page.getByText(/the proxy refused, or can’t be reached; check HTTPS_PROXY/)).toBeVisible();
      await product.stop();
      await Promise.all([proxy.close(), api.close()]);
    });
  }

  test('it does not tunnel to the API, or is unreachable', async ({ page }) => {
    const api = await startTlsApi();
    const proxy = await startForwardProxy(() => 403);
    const env = { ...api.env, HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    for (const closed of [false, true]) {
      if (closed) await proxy.close();
      const product = await startProduct({ env });
      await page.goto(`${product.url}/monitors`);
      await expect(page.getByText(/the proxy refused, or can’t be reached; check HTTPS_PROXY/)).toBeVisible();
      await product.stop();
    }
    await api.close();
  });
});

test('NO_PROXY excepts the API, by name with a port; a certificate of an unknown authority is said to be one', async ({
  page,
}) => {
  const api = await startTlsApi();
  const proxy = await startForwardProxy(() => 200);
  const env = {
    ...api.env,
    https_proxy: `127.0.0.1:${proxy.port}`,
    no_proxy: `.example,localhost:${api.port}`,
  };
  const product = await startProduct({ env });
  await expectRows(page, product);
  expect(proxy.asked).toEqual([]);
  await product.stop();
  const distrustful = await startProduct({ env: { ...env, NODE_EXTRA_CA_CERTS: '' } });
  await page.goto(`${distrustful.url}/monitors`);
  await expect(
    page.getByText(/certificate is from an unknown authority; .* NODE_EXTRA_CA_CERTS/),
  ).toBeVisible();
  await distrustful.stop();
  await Promise.all([proxy.close(), api.close()]);
});
