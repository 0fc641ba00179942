import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { cheapPasswordHash } from '../../lib/server/access/password-hash.fixtures.ts';
import {
  type Script,
  type ScriptedUpstream,
  type Step,
  startScriptedUpstream,
} from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { wireRow } from '../../lib/server/upstream/wire-monitors.fixtures.ts';
import { buildWith } from '../support/build-with.ts';
import { everyRequest } from '../support/crawl.ts';
import { echoes, healthy } from '../support/echoing-upstream.ts';
import { test } from '../support/fixtures.ts';
import { sendLogin, sessionOf, untilReadAs } from '../support/password.ts';
import { type Product, startProduct } from '../support/product.ts';
import { persistentRequest, type RawRequest } from '../support/raw-request.ts';
import { createScanner, type Scanner } from '../support/secret-scanner.ts';

/** With what looks different in each encoding. */
const secrets = {
  'the API key': 'sk/Canary+Key~7f3kQ9"<&\\zz\'=',
  'the password': 'canary "pass" wörd/<&>\\+ of everybody',
  'the session secret': 'canary/session+"<&\\~secret-0123456789abcdef',
  "the provider's secret": 'canary/client+"<&\\~secret-fedcba',
  'the metrics token': 'canary/metrics+<&~token-0123456789',
};
const password = secrets['the password'];

const settings = {
  MONITOR_API_KEY: secrets['the API key'],
  SIGHTLINE_SESSION_SECRETS: secrets['the session secret'],
  SIGHTLINE_PASSWORD_HASH: cheapPasswordHash(password),
  SIGHTLINE_OIDC_ISSUER: 'http://127.0.0.1:9',
  SIGHTLINE_OIDC_CLIENT_ID: 'sightline',
  SIGHTLINE_OIDC_CLIENT_SECRET: secrets["the provider's secret"],
  SIGHTLINE_METRICS_TOKEN: secrets['the metrics token'],
  SIGHTLINE_LOG_LEVEL: 'debug',
};
const uuid = String(wireRow(1).monitor_uuid);

async function productOver(upstream: ScriptedUpstream, env: Record<string, string> = {}): Promise<Product> {
  return startProduct({
    env: { ...settings, MONITOR_API_BASE_URL: upstream.baseUrl.href, SIGHTLINE_AUTH: 'password', ...env },
  });
}

async function scanAnswers(
  scanner: Scanner,
  product: Product,
  cookie: string | null,
  state: string,
): Promise<void> {
  const scrape: RawRequest = {
    path: '/api/metrics',
    headers: { authorization: `Bearer ${secrets['the metrics token']}` },
  };
  for (const request of [...everyRequest(uuid, cookie), scrape]) {
    const { status, text } = await persistentRequest(product.url, request);
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

test('row 46: no secret is in what is built, source maps included', async () => {
  test.setTimeout(300_000);
  const folder = await buildWith({ ...settings, SIGHTLINE_AUTH: 'oidc' }, test.info().outputPath('build'));
  const scanner = createScanner(secrets);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const { parentPath, name } of files) scanner.scan(name, readFileSync(join(parentPath, name)));
  expect(files.some(({ name }) => name.endsWith('.js.map'))).toBe(true);
  expectNothing(scanner, `what is built, ${files.length} files`);
});

test('row 46: no secret is in any page, payload, header or log, signed in or not', async () => {
  test.slow();
  const upstream = await startScriptedUpstream(healthy);
  const product = await productOver(upstream);
  const scanner = createScanner(secrets);
  await sendLogin(product, { password: `${password}x` });
  const login = await sendLogin(product, { password });
  const cookie = sessionOf(login);
  await untilReadAs(product, cookie);
  await scanAnswers(scanner, product, null, 'healthy');
  await scanAnswers(scanner, product, cookie, 'healthy');
  for (const [name, steps] of Object.entries(echoes(secrets['the API key'])).slice(0, 3)) {
    upstream.play(steps);
    await scanAnswers(scanner, product, cookie, `answering ${name}`);
  }
  expect(
    upstream.requests.some(({ raw }) => raw.includes(secrets['the API key'])),
    'the key was in use',
  ).toBe(true);
  expect(await product.stop()).toBe(0);
  await upstream.close();
  expect(product.logs(), 'the log is at its most verbose').toContain('"level":"debug"');
  expect(product.logs()).not.toContain(cookie.split('=')[1]);
  scanner.scan('the log', product.logs());
  expectNothing(scanner, 'pages, payloads, headers and log');
});

for (const [name, steps] of Object.entries(echoes(secrets['the API key']))) {
  test(`row 46, row 47: an upstream that fails with ${name} and repeats the key`, async () => {
    const { scanner, asked } = await failFromTheStart(steps);
    expect(asked).toBeGreaterThan(0);
    expectNothing(scanner, name);
  });
}

/** Nothing was ever read, so that each answer is about the failure. */
async function failFromTheStart(script: Script | Step[]): Promise<{ scanner: Scanner; asked: number }> {
  const upstream = await startScriptedUpstream(script);
  const product = await productOver(upstream);
  const cookie = sessionOf(await sendLogin(product, { password }));
  await expect.poll(() => upstream.requests.length).toBeGreaterThan(0);
  const scanner = createScanner(secrets);
  await scanAnswers(scanner, product, cookie, 'failing');
  await product.stop();
  await upstream.close();
  scanner.scan('the log', product.logs());
  return { scanner, asked: upstream.requests.length };
}

test('row 46: no secret is shown while the provider of identities cannot be reached', async () => {
  const upstream = await startScriptedUpstream(healthy);
  const product = await productOver(upstream, {
    SIGHTLINE_AUTH: 'oidc',
    SIGHTLINE_PUBLIC_URL: 'http://127.0.0.1:3000',
  });
  const scanner = createScanner(secrets);
  await scanAnswers(scanner, product, null, 'provider down');
  await product.stop();
  await upstream.close();
  scanner.scan('the log', product.logs());
  expectNothing(scanner, 'provider down');
});
