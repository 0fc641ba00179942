import { expect } from '@playwright/test';
import fc from 'fast-check';
import type { OrganizationInput } from '../../lib/reference-api/fixture.ts';
import { builtRoutes } from '../support/built-routes.ts';
import { test } from '../support/fixtures.ts';
import { heapOf, measurable } from '../support/heap.ts';
import { type HostileRequest, hostileRequest, PARAMETER } from '../support/hostile-requests.ts';
import { signedIn as signIn, untilReadAs, withPassword } from '../support/password.ts';
import { persistentRequest, type RawAnswer } from '../support/raw-request.ts';
import { ask } from '../support/read.ts';

const ROUNDS = 4;
const REQUESTS_A_ROUND = 2500;
const HANG_MS = 5000;
/** At once. */
const STREAMS = 8;
/** What may be left of the last round's 2,500 requests, MiB: less than the headers that they sent. */
const GROWTH_MAX = 1.5;

const monitorUuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
/** A word that no request holds, so that finding it means that a monitor was shown. */
const WORD = 'sentinel';
const organization: OrganizationInput = {
  name: 'Hostile',
  keys: [{ key: 'hostile-key' }],
  monitors: Array.from({ length: 60 }, (_, n) => ({
    monitor_uuid: monitorUuid(n),
    name: `${WORD} ${n}`,
    type: 'https',
    target: `https://${WORD}.example.com/${n}`,
  })),
};
const plenty = { minute: 100_000, daily: 1_000_000, monthly: 10_000_000 };

/** What is wrong with an answer to a request that somebody made up; null when nothing is. */
function faultOf(answer: RawAnswer, origin: string, signedIn: boolean): string | null {
  const { status, headers, text } = answer;
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
  if (!signedIn && text.includes(WORD)) return 'a monitor, for somebody who is not signed in';
  return null;
}

test('10,000 generated requests: no 5xx, no hang, no memory that stays', async ({ stack }) => {
  test.setTimeout(180_000);
  const { product } = await stack(
    { organizations: [organization], limits: plenty },
    { env: { ...withPassword, ...measurable, SIGHTLINE_LOG_LEVEL: 'info' }, untilRead: false },
  );
  const cookie = await signIn(product);
  await untilReadAs(product, cookie);
  const list = async () => {
    const { text } = await ask(`${product.url}/api/monitors?sort=name&per_page=60`, { headers: { cookie } });
    return JSON.parse(text).data;
  };
  const before = await list();

  const seed = Math.floor(Math.random() * 2 ** 31);
  const requests = hostileRequest(
    builtRoutes(PARAMETER).map(({ path }) => path),
    [monitorUuid(1), monitorUuid(59), monitorUuid(999)],
  );
  const faults: string[] = [];
  const statuses = new Map<number, number>();

  async function send(request: HostileRequest, number: number): Promise<void> {
    const signedIn = number % 2 === 0;
    const headers = signedIn
      ? { ...request.headers, cookie: [cookie, request.headers.cookie].join('; ') }
      : // Of our own forms only these requests can be: those who are signed in must stay it.
        { origin: product.url, ...request.headers };
    const sent = performance.now();
    const answer = await persistentRequest(product.url, { ...request, headers }).catch(
      (error: Error) => error,
    );
    const ms = performance.now() - sent;
    const fault = answer instanceof Error ? answer.message : faultOf(answer, product.url, signedIn);
    if (fault !== null) faults.push(`${fault}: ${JSON.stringify({ ...request, signedIn }).slice(0, 2000)}`);
    if (ms > HANG_MS) faults.push(`${ms.toFixed(0)} ms: ${JSON.stringify(request).slice(0, 2000)}`);
    if (!(answer instanceof Error)) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  }

  const heaps: number[] = [];
  const began = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    const queue = fc.sample(requests, { seed: seed + round, numRuns: REQUESTS_A_ROUND }).entries();
    const stream = async () => {
      for (const [number, request] of queue) await send(request, number);
    };
    await Promise.all(Array.from({ length: STREAMS }, stream));
    const { used, rss } = await heapOf(product);
    heaps.push(used);
    console.log(
      `  after ${REQUESTS_A_ROUND * (round + 1)} requests: heap ${used.toFixed(1)} MiB, process ${rss.toFixed(0)} MiB`,
    );
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `  seed ${seed}, ${seconds} s, answers by status: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`,
  );

  expect(faults.slice(0, 20), `seed ${seed}`).toEqual([]);
  // The first rounds fill the caches and compile the code; between the last two nothing may be left that grows.
  const [, , third = 0, last = 0] = heaps;
  expect(last - third, 'MiB more after the last round').toBeLessThan(GROWTH_MAX);
  expect(await list(), 'the answer is what it was').toEqual(before);
  const said = product
    .logs()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'));
  expect(said, 'besides JSON only what it says at the start').toEqual([
    expect.stringContaining('Heap at'),
    expect.stringContaining('next.config.mjs'),
    expect.stringContaining('Sightline is at'),
  ]);
});

test('a page that a request wants made ahead of another is not begun', async ({ stack }) => {
  const { product } = await stack({ monitors: 3 });
  for (const path of ['/monitors', '/usage', '/nothing']) {
    const answer = await fetch(product.url + path, { headers: { RSC: '1', 'Next-Router-Prefetch': '2' } });
    expect(answer.status, path).toBeLessThan(500);
    await answer.arrayBuffer();
  }
  expect(product.logs()).not.toContain('prerendering');
});
