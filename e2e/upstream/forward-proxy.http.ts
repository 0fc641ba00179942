/** @module-tag deep */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { selfSigned } from '../../lib/server/upstream/self-signed-certificate.fixtures.ts';
import { startForwardProxy } from '../support/http/forward-proxy.ts';
import { endNow, listenOnLoopback } from '../support/http/loopback.ts';
import { waitForCompleteInventory } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { startProduct } from '../support/products/product.ts';
import { plenty } from '../support/products/stack.ts';
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

test('the API is read through a proxy that demands a password, with a certificate of the company; the log hides the password', async () => {
  const api = await startTlsApi();
  const proxy = await startStrictProxy(api.port);
  const HTTPS_PROXY = `http://ops:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}`;
  const product = await startProduct({ env: { ...api.env, HTTPS_PROXY } });
  await waitForCompleteInventory(product);
  expect(new Set(proxy.asked)).toEqual(new Set([`localhost:${api.port}`]));
  expect(product.logs()).toContain(`"proxy":"http://127.0.0.1:${proxy.port}"`);
  expect(product.logs()).not.toContain(encodeURIComponent(password));
  await product.stop();
  await Promise.all([proxy.close(), api.close()]);
});
