import fc from 'fast-check';
import { expect } from 'vitest';
import { generated } from '../../lib/testing/property-runs.ts';
import { canariesIn, canaryApi, requestedUuid } from '../support/hostile/canary-values.ts';
import {
  headersOf,
  headerVariants,
  methods,
  pathVariants,
  type Variant,
} from '../support/hostile/gate-variants.ts';
import { type RawResponse, rawRequest, requestWithRscRedirect } from '../support/http/raw-request.ts';
import { type BuiltRoute, builtFiles, builtRoutes } from '../support/products/built-routes.ts';
import { test as base } from '../support/products/http-test.ts';
import { startStack } from '../support/products/stack.ts';
import { signedIn, waitForCompleteInventoryAs, withPassword } from '../support/sign-in/password.ts';
import { createTokenFile } from '../support/sign-in/token-file.ts';

/** Routes that respond to anonymous callers with something other than the login page or a 401. None reveals data. */
const openByDesign = [
  '/',
  '/_global-error',
  '/_not-found',
  '/api/auth/callback',
  '/api/auth/login',
  '/api/auth/logout',
  '/api/auth/wall',
  '/api/health',
  '/api/metrics',
  '/login',
  // Contains only a script, which looks for a token in the URL.
  '/wall',
];

/** A product with sign-in whose API has recognizable values. */
const test = base.extend('locked', { scope: 'file' }, async ({}, { onCleanup }) => {
  const tokens = createTokenFile('script');
  const env = { ...withPassword, ...tokens.env };
  const locked = await startStack(canaryApi, { env, waitForInventory: false });
  onCleanup(async () => {
    await locked.stop();
    tokens.remove();
  });
  const cookie = await signedIn(locked.product);
  await waitForCompleteInventoryAs(locked.product, { Cookie: cookie });
  return { ...locked, cookie, tokens };
});

const routes = builtRoutes(requestedUuid);
const files = builtFiles().map((path): BuiltRoute => ({ pattern: path, path, stateTree: '' }));
const addresses = [...routes, ...files];

const plain: Variant = { writePath: pathVariants[0], variants: [], method: 'GET' };
/** Each path variant, each header variant and each method individually. */
const singles: readonly Variant[] = [
  ...pathVariants.map((writePath) => ({ ...plain, writePath })),
  ...headerVariants.map((variants) => ({ ...plain, variants: [variants] })),
  ...methods.map((method) => ({ ...plain, method })),
];

/** How many of the variants a test sends. Each of the core sends a part, and other variants to other routes. */
const parts = [
  { part: 'a fifth of the variants', of: 5, tags: [] },
  { part: 'all variants', of: 1, tags: ['deep' as const, 'generated' as const] },
];
const share = <T>(all: readonly T[], number: number, of: number) =>
  all.filter((_, index) => index % of === number % of);

const isPage = (pattern: string) => !pattern.startsWith('/api/');

/** Query parameters that a route requires. */
const queries: Readonly<Record<string, string>> = { '/api/monitors/export': 'format=csv' };

function withQuery(path: string, query: string | undefined): string {
  return query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** The request of one route in one variant. */
function requestFor(route: BuiltRoute, { writePath, variants, method }: Variant) {
  return {
    path: withQuery(writePath(route.path), queries[route.pattern]),
    method,
    headers: headersOf(variants, route),
    body: method === 'POST' ? '[]' : '',
  };
}

test('row 49: each route of the build requires sign-in, unless it is listed as open', async ({
  locked: { product },
}) => {
  expect(routes.length).toBeGreaterThan(10);
  for (const route of routes) {
    const { pattern } = route;
    if (openByDesign.includes(pattern)) continue;
    const { status, headers } = await rawRequest(product.url, { path: requestFor(route, plain).path });
    if (!isPage(pattern)) expect(status, pattern).toBe(401);
    else expect([status, String(headers.location).split('?')[0]], pattern).toEqual([307, '/login']);
  }
});

for (const { part, of, tags } of parts) {
  test(`row 49: no request reveals monitor data to an anonymous caller (${part})`, { tags }, async ({
    locked: { product, referenceApi },
  }) => {
    const apiHost = new URL(referenceApi.baseUrl).host;
    let requests = 0;
    let bytes = 0;
    const leaks: string[] = [];
    const statuses = new Map<number, number>();
    const check = async (route: BuiltRoute, variant: Variant) => {
      const sent = requestFor(route, variant);
      const { text, status } = await requestWithRscRedirect(product.url, sent);
      requests += 1;
      bytes += text.length;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const found = [...canariesIn(text), ...(text.includes(apiHost) ? [apiHost] : [])];
      if (found.length > 0)
        leaks.push(`${sent.method} ${sent.path} ${JSON.stringify(sent.headers)}: ${found}`);
    };

    for (const file of share(files, 0, of)) await check(file, plain);
    for (const [number, route] of routes.entries()) {
      for (const variant of share(singles, number, of)) await check(route, variant);
    }
    // Combinations of the variants.
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...addresses),
        fc.record({
          writePath: fc.constantFrom(...pathVariants),
          variants: fc.subarray([...headerVariants], { minLength: 1, maxLength: 5 }),
          method: fc.constantFrom(...methods),
        }),
        check,
      ),
      { numRuns: generated(60) },
    );
    console.log(
      `row 49: ${requests} anonymous requests to ${addresses.length} addresses, ${bytes} bytes searched, ${leaks.length} with something of the monitors; statuses ${JSON.stringify(Object.fromEntries(statuses))}`,
    );
    expect(leaks).toEqual([]);
  });

  test(`row 49: no request shows a page to a token, which the routes accept (${part})`, { tags }, async ({
    locked: { product, referenceApi, tokens },
  }) => {
    const apiHost = new URL(referenceApi.baseUrl).host;
    const found: string[] = [];
    let shown = 0;
    // A variant with its own credentials header does not send the token.
    const withToken = singles.filter(
      ({ variants }) => !variants.some((name) => /^(credentials|bearer)$/.test(name)),
    );
    for (const [number, route] of routes.entries()) {
      for (const variant of isPage(route.pattern) ? share(withToken, number, of) : [plain]) {
        const sent = requestFor(route, variant);
        const headers = { ...sent.headers, ...tokens.headers('script') };
        const { text } = await requestWithRscRedirect(product.url, { ...sent, headers });
        const hits = [...canariesIn(text), ...(text.includes(apiHost) ? [apiHost] : [])];
        // Some variants turn the path of a page into the path of a route.
        if (
          hits.length > 0 &&
          isPage(route.pattern) &&
          !/content-type\n(application\/json|text\/csv)/i.test(text)
        )
          found.push(`${sent.method} ${sent.path} ${JSON.stringify(sent.headers)}: ${hits}`);
        if (hits.length > 0 && !isPage(route.pattern)) shown += 1;
      }
    }
    expect(found).toEqual([]);
    expect(shown, 'the token is right').toBeGreaterThan(4);
  });
}

test('row 49: what shows monitors to signed-in callers has the canaries', async ({
  locked: { product, referenceApi, cookie },
}) => {
  const read = async (pattern: string, variants: Variant['variants']): Promise<RawResponse> => {
    const route = routes.find((one) => one.pattern === pattern);
    if (!route) throw new Error(`${pattern} is not in the build.`);
    const { path, headers } = requestFor(route, { ...plain, variants });
    return requestWithRscRedirect(product.url, { path, headers: { ...headers, Cookie: cookie } });
  };
  const telling = [
    '/monitors',
    '/monitors/[uuid]',
    ...['', '/[uuid]', '/export'].map((end) => `/api/monitors${end}`),
  ];
  for (const pattern of telling) {
    expect(canariesIn((await read(pattern, [])).text), pattern).toContain('canary');
  }
  const usage = (await read('/api/usage', [])).text;
  expect(usage, 'the base URL of the API').toContain(new URL(referenceApi.baseUrl).host);
  expect(canariesIn(usage)).toEqual(expect.arrayContaining(['x-ratelimit', '9191919', '9292929', '9393939']));
  expect(canariesIn((await read('/usage', [])).text), '/usage').toContain('9292929');
  for (const pattern of ['/monitors', '/monitors/[uuid]']) {
    const payload = await read(pattern, ['rsc', 'state-tree']);
    expect(payload.headers['content-type']).toBe('text/x-component');
    expect(canariesIn(payload.text), `${pattern}, page segment only`).toContain('canary');
    const whole = await read(pattern, ['rsc']);
    expect(canariesIn(whole.text), `${pattern}, complete payload`).toEqual(
      expect.arrayContaining(['canary', '9292929']),
    );
  }
});
