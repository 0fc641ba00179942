import fc from 'fast-check';
import { expect } from 'vitest';
import { LIST_FIELDS, type OrganizationInput } from '../../lib/reference-api/fixture.ts';
import { generated } from '../../lib/testing/property-runs.ts';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { hostileRequest, PARAMETER } from '../support/hostile/hostile-requests.ts';
import { type RawResponse, requestWithRscRedirect } from '../support/http/raw-request.ts';
import { ask } from '../support/http/read.ts';
import { sendBytes } from '../support/http/send-bytes.ts';
import { builtRoutes } from '../support/products/built-routes.ts';
import { test } from '../support/products/http-test.ts';
import { plenty } from '../support/products/stack.ts';
import { signedIn, waitForCompleteInventoryAs, withPassword } from '../support/sign-in/password.ts';

/** Concurrent requests. */
const CONCURRENCY = 8;

const monitorUuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
/** A word that no request contains, so that a response with it reveals a monitor. */
const SENTINEL = 'sentinel';
const organization: OrganizationInput = {
  name: 'Hostile',
  keys: [{ key: 'hostile-key' }],
  monitors: Array.from({ length: 60 }, (_, n) => ({
    monitor_uuid: monitorUuid(n),
    name: `${SENTINEL} ${n}`,
    type: 'https',
    target: `https://${SENTINEL}.example.com/${n}`,
  })),
};

test('row 42: generated requests: no 5xx, no hang, no data revealed or changed', {
  tags: 'generated',
}, async ({ stack }) => {
  const { product } = await stack(
    { organizations: [organization], limits: plenty },
    { env: { ...withPassword, SIGHTLINE_LOG_LEVEL: 'info' }, waitForInventory: false },
  );
  const cookie = await signedIn(product);
  await waitForCompleteInventoryAs(product, { Cookie: cookie });
  /** The fields of all monitors in the list. A row has more fields once its monitor has been opened. */
  const list = async () => {
    const url = `${product.url}/api/monitors?sort=name&per_page=60`;
    const { data }: { data: Record<string, unknown>[] } = JSON.parse(
      (await ask(url, { headers: { cookie } })).text,
    );
    return data.map((row) => LIST_FIELDS.map((name) => row[name]));
  };
  const before = await list();
  expect(before).toHaveLength(60);

  const requests = hostileRequest(
    builtRoutes(PARAMETER).map(({ path }) => path),
    [monitorUuid(1), monitorUuid(59), monitorUuid(999)],
  );
  const queue = fc.sample(requests, { seed: propertySeed, numRuns: generated(300) }).entries();
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  const stream = async () => {
    for (const [number, request] of queue) {
      const isSignedIn = number % 2 === 0;
      const headers = isSignedIn
        ? { ...request.headers, cookie: [cookie, request.headers.cookie].join('; ') }
        : // Only anonymous requests are same-origin, because those of signed-in users must not sign them out.
          { origin: product.url, ...request.headers };
      const fault = await requestWithRscRedirect(product.url, { ...request, headers }).then((response) => {
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        return faultOf(response, product.url, isSignedIn);
      }, String);
      if (fault !== null)
        faults.push(`${fault}: ${JSON.stringify({ ...request, isSignedIn }).slice(0, 2000)}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, stream));
  console.log(`  responses by status: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`);
  expect(faults.slice(0, 20), `seed ${propertySeed}`).toEqual([]);
  expect(await list(), 'the list is unchanged').toEqual(before);
  // JSON lines, and the messages of its start.
  const isExpected = (line: string) => /^(\{.*|)$|next\.config\.mjs|^Sightline is running at /.test(line);
  expect(
    product
      .logs()
      .split('\n')
      .filter((line) => !isExpected(line)),
  ).toEqual([]);
});

/** Returns the fault of a response to a hostile request; null when it is correct. */
function faultOf(response: RawResponse, origin: string, signedIn: boolean): string | null {
  const { status, headers, text } = response;
  if (status < 200 || status > 499) return `status ${status}`;
  if (headers['content-security-policy'] === undefined) return 'no content security policy';
  if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff';
  const isFile = headers['cache-control'] === 'public, max-age=31536000, immutable';
  if (!isFile && !headers['cache-control']?.includes('no-store')) return 'may be kept by caches';
  if (headers['x-evil'] !== undefined) return 'a header of theirs';
  const refresh =
    headers.refresh === undefined ? undefined : String(headers.refresh).replace(/^\d+;\s*url=/i, '');
  for (const place of [headers.location, refresh]) {
    if (place !== undefined && new URL(String(place), origin).origin !== origin) return `leads to ${place}`;
  }
  if (!signedIn && text.includes(SENTINEL)) return 'a monitor, for somebody who is not signed in';
  return null;
}

test('row 42: bytes that are not a request are rejected, and the connection is closed', async ({
  staticStack: { product },
}) => {
  const post = 'POST /api/monitors HTTP/1.1\r\nHost: a\r\n';
  for (const head of [
    'GET',
    'GET / HTTP/9.9',
    'GET / HTTP/1.1\r\nHost a',
    'GET /\0 HTTP/1.1',
    'GET / HTTP/1.1\r\n a: b',
    '\u0016\u0003\u0001\0\u00ff',
    `${post}Transfer-Encoding: chunked\r\nContent-Length: 3`,
    `${post}Content-Length: 1\r\nContent-Length: 3`,
  ]) {
    const response = await sendBytes(product.url, `${head}\r\n\r\nabc`);
    expect(response, JSON.stringify(head)).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
  }
});
