import fc from 'fast-check';
import { z } from 'zod';
import { LIST_FIELDS, type OrganizationInput } from '../../lib/reference-api/fixture.ts';
import { type HostileRequest, hostileRequest, PARAMETER } from '../support/hostile/hostile-requests.ts';
import { type RawResponse, requestWithRscRedirect } from '../support/http/raw-request.ts';
import { ask } from '../support/http/read.ts';
import { builtRoutes } from '../support/products/built-routes.ts';
import type { Product } from '../support/products/product.ts';
import { signedIn as signIn, waitForCompleteInventoryAs } from '../support/sign-in/password.ts';

/** Concurrent requests. */
const CONCURRENCY = 8;

const monitorUuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
/** A word that no request contains, so that a response with it reveals a monitor. */
const SENTINEL = 'sentinel';
/** The organization that the tested product reads. */
export const organization: OrganizationInput = {
  name: 'Hostile',
  keys: [{ key: 'hostile-key' }],
  monitors: Array.from({ length: 60 }, (_, n) => ({
    monitor_uuid: monitorUuid(n),
    name: `${SENTINEL} ${n}`,
    type: 'https',
    target: `https://${SENTINEL}.example.com/${n}`,
  })),
};
const listSchema = z.object({ data: z.array(z.record(z.string(), z.unknown())).length(60) });

/** A product that receives hostile requests. */
export interface Target {
  /** Sends generated requests, every other one signed in. @returns the faults of the responses */
  send(count: number, seed: number): Promise<string[]>;
  /** Reads the fields of all monitors in the list, to check that they stay unchanged. */
  list(): Promise<unknown>;
  /** The number of responses by status. */
  statuses(): string;
  /** The product's output, except JSON lines and the messages of its start. */
  unexpectedOutput(): string[];
}

/** @param product reads `organization` and has password sign-in */
export async function createTarget(product: Product): Promise<Target> {
  const cookie = await signIn(product);
  await waitForCompleteInventoryAs(product, { Cookie: cookie });
  const requests = hostileRequest(
    builtRoutes(PARAMETER).map(({ path }) => path),
    [monitorUuid(1), monitorUuid(59), monitorUuid(999)],
  );
  const statuses = new Map<number, number>();

  async function send(request: HostileRequest, signedIn: boolean): Promise<string | null> {
    const headers = signedIn
      ? { ...request.headers, cookie: [cookie, request.headers.cookie].join('; ') }
      : // Only anonymous requests are same-origin, because those of signed-in users must not sign them out.
        { origin: product.url, ...request.headers };
    try {
      const response = await requestWithRscRedirect(product.url, { ...request, headers });
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      return faultOf(response, product.url, signedIn);
    } catch (error) {
      return String(error);
    }
  }

  return {
    async send(count, seed) {
      const queue = fc.sample(requests, { seed, numRuns: count }).entries();
      const faults: string[] = [];
      const stream = async () => {
        for (const [number, request] of queue) {
          const signedIn = number % 2 === 0;
          const fault = await send(request, signedIn);
          if (fault !== null)
            faults.push(`${fault}: ${JSON.stringify({ ...request, signedIn }).slice(0, 2000)}`);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, stream));
      return faults;
    },
    async list() {
      const url = `${product.url}/api/monitors?sort=name&per_page=60`;
      const rows = listSchema.parse(JSON.parse((await ask(url, { headers: { cookie } })).text)).data;
      // A row has more fields once its monitor has been opened.
      return rows.map((row) => LIST_FIELDS.map((name) => row[name]));
    },
    statuses: () => JSON.stringify(Object.fromEntries([...statuses].sort())),
    unexpectedOutput: () =>
      product
        .logs()
        .split('\n')
        .filter((line) => !/^(\{.*|)$|^Heap at |next\.config\.mjs|^Sightline is running at /.test(line)),
  };
}

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
