import { lookup } from 'node:dns/promises';
import { createServer } from 'node:http';
import { describe, expect } from 'vitest';
import type { ReferenceApiOptions } from '../../lib/reference-api/server.ts';
import { startForwardProxy } from '../support/http/forward-proxy.ts';
import { endNow, listenOnLoopback } from '../support/http/loopback.ts';
import { test } from '../support/products/http-test.ts';
import { neutralEnvironment, upstreamEnv } from '../support/products/product.ts';
import { launchServer } from '../support/products/server-process.ts';
import { skipUnless } from '../support/runner/skip-unless.ts';
import { startStaticReferenceApi } from '../support/upstream/static-reference-api.ts';

/** Runs `npm start -- --check` with these settings. @returns its exit code, and what it printed without Next's own line */
async function check(env: Record<string, string>) {
  const process = launchServer(['lib/launch/main.ts', 'start', '--check'], {
    env: { ...neutralEnvironment(), PORT: '0', ...env },
    pattern: /(?!)/,
  });
  const code = await process.exited;
  const lines = process.logs().split('\n');
  return { code, lines: lines.filter((line) => line !== '' && !line.includes('next.config.mjs')) };
}

async function checkWith(options: ReferenceApiOptions, env: Record<string, string> = {}) {
  const api = await startStaticReferenceApi(options);
  const result = await check({ ...upstreamEnv(api), ...env });
  await api.close();
  return result;
}

test('a good setup is described: what was found, the limits, and the cost of refreshing', async () => {
  const limits = { minute: 60, daily: 5000, monthly: 100_000 };
  const { code, lines } = await checkWith({ monitors: 1234, limits }, { SIGHTLINE_AUHT: 'x' });
  expect(lines).toEqual([
    'No such setting: SIGHTLINE_AUHT. See docs/settings.md.',
    'The configuration is valid: no sign-in, SQLite in .data.',
    expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:\d+\/v1 answers: 1,234 monitors\. The key has the scope monitors:read\.$/,
    ),
    'Requests: 60 a minute (59 left), 5,000 a day (4,999 left), 100,000 a month (99,999 left).',
    'Reading the list costs 13 requests: the daily quota is enough for 384 times.',
  ]);
  expect(code).toBe(0);
});

test('the check asks the API through the forward proxy', { tags: 'deep' }, async () => {
  const proxy = await startForwardProxy(() => 403);
  const { code } = await check({
    MONITOR_API_BASE_URL: 'https://api.example/v1',
    MONITOR_API_KEY: 'k',
    SIGHTLINE_AUTH: 'none',
    HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
  });
  expect(proxy.asked).toEqual(['api.example:443']);
  expect(code).toBe(1);
  await proxy.close();
});

test('the check works while a Sightline uses the port', { tags: 'deep' }, async () => {
  const server = createServer();
  const PORT = String(await listenOnLoopback(server));
  expect(await checkWith({}, { PORT })).toMatchObject({ code: 0 });
  await endNow(server);
});

// Other mistakes in settings are in env.test.ts and access-config.test.ts, other advice in check-setup.test.ts.
describe('a bad setup is reported in one sentence that says what to do', () => {
  async function expectSentence(result: Awaited<ReturnType<typeof check>>, sentence: RegExp) {
    expect(result.lines).toEqual([expect.stringMatching(sentence)]);
    expect(result.code).toBe(1);
  }
  const anApi = {
    MONITOR_API_BASE_URL: 'http://127.0.0.1:9/v1',
    MONITOR_API_KEY: 'k',
    SIGHTLINE_AUTH: 'none',
  };

  test('a setting that is missing', async () => {
    const { MONITOR_API_BASE_URL: _, ...noAddress } = anApi;
    await expectSentence(await check(noAddress), /^MONITOR_API_BASE_URL is not set/);
  });

  test('a wrong key', async () => {
    await expectSentence(
      await checkWith({}, { MONITOR_API_KEY: 'wrong' }),
      /API key rejected\. .*Create a new API key/,
    );
  });

  test('a name that does not exist', { tags: 'deep' }, async ({ skip }) => {
    // Some networks have a name server that answers for every name.
    const isRefused = await lookup('api.invalid').then(
      () => false,
      () => true,
    );
    skipUnless(isRefused, 'needs a name server that refuses names under .invalid', skip);
    const MONITOR_API_BASE_URL = 'https://api.invalid/v1';
    await expectSentence(
      await check({ ...anApi, MONITOR_API_BASE_URL }),
      /Can’t reach the API: host name not found\. Check that MONITOR_API_BASE_URL/,
    );
  });

  test('another server, and one that speaks no TLS', { tags: 'deep' }, async () => {
    const server = createServer((_request, response) => response.end('<!doctype html>'));
    const port = await listenOnLoopback(server);
    const other = await check({ ...anApi, MONITOR_API_BASE_URL: `http://127.0.0.1:${port}/v1` });
    await expectSentence(other, /Unexpected API response\. .* Check that MONITOR_API_BASE_URL/);
    const noTls = await check({ ...anApi, MONITOR_API_BASE_URL: `https://127.0.0.1:${port}/v1` });
    await expectSentence(
      noTls,
      /Can’t reach the API: the TLS handshake failed\. Check that MONITOR_API_BASE_URL/,
    );
    await endNow(server);
  });
});
