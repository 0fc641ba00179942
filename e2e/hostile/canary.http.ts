import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { everyRequest } from '../support/hostile/every-request.ts';
import { createScanner, type Scanner } from '../support/hostile/secret-scanner.ts';
import { buildFolder, isBuiltWithSecrets, secretSettings, secrets } from '../support/hostile/secrets.ts';
import { type RawRequest, requestWithRscRedirect } from '../support/http/raw-request.ts';
import { advanceHours, movableClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/http-test.ts';
import { type Product, startProduct } from '../support/products/product.ts';
import { sendLogin, sessionOf, waitForCompleteInventoryAs } from '../support/sign-in/password.ts';
import { writeTokenFile } from '../support/sign-in/token-file.ts';
import { echoes, healthy } from '../support/upstream/echoing-upstream.ts';

const password = secrets['the password'];
const settings = { ...secretSettings, SIGHTLINE_LOG_LEVEL: 'debug' };
const uuid = String(wireRow(1).monitor_uuid);

async function productOver(upstream: ScriptedUpstream, env: Record<string, string> = {}): Promise<Product> {
  return startProduct({
    env: { ...settings, MONITOR_API_BASE_URL: upstream.baseUrl.href, SIGHTLINE_AUTH: 'password', ...env },
  });
}

/** @param cookie null: anonymous. @param authorization of a script */
async function scanResponses(
  scanner: Scanner,
  product: Product,
  cookie: string | null,
  state: string,
  authorization?: string,
): Promise<void> {
  const scrape: RawRequest = {
    path: '/api/metrics',
    headers: { authorization: `Bearer ${secrets['the metrics token']}` },
  };
  const all = everyRequest(uuid, cookie);
  // Only the API accepts tokens.
  const requests =
    authorization === undefined
      ? all
      : all
          .filter(({ path }) => path.startsWith('/api/'))
          .map((one) => ({ ...one, headers: { ...one.headers, authorization } }));
  for (const request of [...requests, scrape]) {
    const { status, text } = await requestWithRscRedirect(product.url, request);
    const who = cookie === null ? 'anonymous' : 'signed in';
    scanner.scan(
      `${status} to ${request.method ?? 'GET'} ${request.path}, ${who}, ${state}`,
      Buffer.from(text, 'latin1'),
    );
  }
}

function expectNothing(scanner: Scanner, what: string): void {
  console.log(
    `  ${what}: ${scanner.bytes().toLocaleString('en')} bytes searched, ${scanner.hits().length} hits`,
  );
  expect(scanner.hits()).toEqual([]);
  expect(scanner.bytes()).toBeGreaterThan(10_000);
}

test('row 46: the build contains no secret, source maps included', { tags: 'deep' }, () => {
  expect(isBuiltWithSecrets(), 'the build under test was created by "npm run test:build"').toBe(true);
  const scanner = createScanner(secrets);
  const files = readdirSync(buildFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    // The bundler's cache is compressed, and is not deployed.
    .filter((path) => !path.startsWith(join(buildFolder, 'cache')));
  for (const path of files) scanner.scan(path, readFileSync(path));
  expect(files.some((path) => path.endsWith('.js.map'))).toBe(true);
  expectNothing(scanner, `what is built, ${files.length} files`);
});

test('row 46: no secret is in any page, payload, header or log, signed in or not', async () => {
  const upstream = await startScriptedUpstream(healthy);
  const tokens = writeTokenFile({ script: secrets['the token of a script'] });
  const product = await productOver(upstream, tokens.env);
  const scanner = createScanner(secrets);
  await sendLogin(product, { password: `${password}x` });
  const login = await sendLogin(product, { password });
  const cookie = sessionOf(login);
  await waitForCompleteInventoryAs(product, { Cookie: cookie });
  await scanResponses(scanner, product, null, 'healthy');
  await scanResponses(scanner, product, cookie, 'healthy');
  await scanResponses(scanner, product, null, 'with a token', tokens.headers('script').Authorization);
  const wrong = `Bearer ${secrets['a wrong token']}`;
  await scanResponses(scanner, product, null, 'with a wrong token', wrong);
  expect(
    upstream.requests.some(({ raw }) => raw.includes(secrets['the API key'])),
    'the key was in use',
  ).toBe(true);
  expect(await product.stop()).toBe(0);
  await upstream.close();
  expect(product.logs(), 'the log is at its most verbose').toContain('"level":"debug"');
  expect(product.logs()).not.toContain(cookie.split('=')[1]);
  expect(product.logs(), 'the token was in use').toContain('"token":"script"');
  tokens.remove();
  scanner.scan('the log', product.logs());
  expectNothing(scanner, 'pages, payloads, headers and log');
});

/** What shows a failure of upstream. */
const failing = [
  '/monitors',
  `/monitors/${uuid}`,
  '/usage',
  '/changes',
  '/api/monitors',
  '/api/usage',
].concat([`/api/monitors/${uuid}`, '/api/monitors/export?format=csv', '/api/health?ready=1']);

test('row 46, row 47: no secret is revealed when upstream repeats the key in its responses', {
  tags: 'deep',
}, async () => {
  const upstream = await startScriptedUpstream([]);
  const product = await productOver(upstream, movableClock);
  const scanner = createScanner(secrets);
  // No crawl ever succeeds, so that each response is about the failure.
  for (const [name, steps] of Object.entries(echoes(secrets['the API key']))) {
    upstream.play(steps);
    const before = upstream.requests.length;
    // An hour later the backoff of the previous failure is over, also for the product's own requests.
    await advanceHours(1, product);
    const cookie = sessionOf(await sendLogin(product, { password }));
    const readNow = {
      path: '/api/monitors/refresh',
      method: 'POST',
      headers: { cookie, 'Sightline-Refresh': 'on' },
    };
    await expect
      .poll(
        async () => {
          // After a rejected key, the product's own next request waits for up to a minute of real time.
          await requestWithRscRedirect(product.url, readNow);
          return upstream.requests.length;
        },
        { message: `upstream receives a request while it responds with ${name}` },
      )
      .toBeGreaterThan(before);
    for (const path of failing) {
      const { text } = await requestWithRscRedirect(product.url, { path, headers: { cookie } });
      scanner.scan(`${path} while upstream responds with ${name}`, Buffer.from(text, 'latin1'));
    }
  }
  await product.stop();
  await upstream.close();
  scanner.scan('the log', product.logs());
  expectNothing(scanner, 'repeated keys');
});
