import { createServer } from 'node:http';
import { z } from 'zod';
import { createReferenceApi } from '../../../lib/reference-api/api.ts';
import { propertySeed } from '../../../lib/testing/property-seed.ts';
import { endNow, listenOnLoopback } from '../http/loopback.ts';
import { waitForCompleteInventory } from '../http/read.ts';
import { signedIn, waitForCompleteInventoryAs, withPassword } from '../sign-in/password.ts';
import { staticOrganizations } from '../upstream/static-reference-api.ts';
import { startProduct } from './product.ts';
import { plenty, type RunningStack, type StackSetup, startStack } from './stack.ts';

/** The variable with the address at which tests ask for the shared products. */
const VARIABLE = 'SIGHTLINE_TEST_PRODUCTS';

/** A product that all tests of a run share. They read it and change nothing. */
export interface SharedProduct {
  url: string;
}

/** A shared product and what its upstream API contains. */
export interface SharedStack {
  product: SharedProduct;
  referenceApi: {
    baseUrl: string;
    apiKey: string;
    /** A copy of the organization that the product reads, which never changes. */
    api: Pick<ReturnType<typeof createReferenceApi>, 'organization'>;
  };
}

/** The monitors of each shared stack. None changes while the tests run, and no limit is reached. */
const stacks: Record<'static' | 'password', { monitors: number; start: StackSetup }> = {
  static: { monitors: 248, start: {} },
  password: { monitors: 30, start: { env: withPassword, waitForInventory: false } },
};

const productSchema = z.object({ url: z.string() });
const stackSchema = z.object({
  product: productSchema,
  referenceApi: z.object({ baseUrl: z.string(), apiKey: z.string() }),
  startedAt: z.number(),
});

/** Returns the product with demo data, which starts when the first test asks for it. */
export async function sharedDemo(): Promise<SharedProduct> {
  return productSchema.parse(await request('demo'));
}

/** Returns a product with monitors that never change: without sign-in (`static`), or with a password. */
export async function sharedStack(name: keyof typeof stacks): Promise<SharedStack> {
  const { product, referenceApi, startedAt } = stackSchema.parse(await request(name));
  const { monitors } = stacks[name];
  const clock = () => startedAt;
  const api = createReferenceApi({
    organizations: staticOrganizations({ monitors, clock }, startedAt),
    clock,
    limits: plenty,
  });
  return { product, referenceApi: { ...referenceApi, api } };
}

async function request(name: string): Promise<unknown> {
  const response = await fetch(new URL(name, process.env[VARIABLE]));
  if (!response.ok) throw new Error(`The shared product "${name}" did not start: ${await response.text()}`);
  return response.json();
}

interface Started {
  answer: unknown;
  stop(): Promise<unknown>;
}

const starts: Record<string, () => Promise<Started>> = {
  async demo() {
    const product = await startProduct({ env: { SIGHTLINE_DEMO: '1' } });
    await waitForCompleteInventory(product);
    return { answer: { url: product.url }, stop: product.stop };
  },
  static: () => startShared('static'),
  password: () =>
    startShared('password', async ({ product }) =>
      waitForCompleteInventoryAs(product, { Cookie: await signedIn(product) }),
    ),
};

async function startShared(
  name: keyof typeof stacks,
  wait?: (stack: RunningStack) => Promise<void>,
): Promise<Started> {
  const startedAt = Date.now();
  const { monitors, start } = stacks[name];
  const stack = await startStack({ monitors, clock: () => startedAt, limits: plenty }, start);
  await wait?.(stack);
  const { baseUrl, apiKey } = stack.referenceApi;
  const answer = { product: { url: stack.product.url }, referenceApi: { baseUrl, apiKey }, startedAt };
  return { answer, stop: stack.stop };
}

/**
 * Both test runners call this once, before they start their workers. Each product is started when the first worker
 * asks for it, and stopped at the end of the run.
 *
 * @returns stops everything
 */
export default async function serveSharedProducts(): Promise<() => Promise<void>> {
  console.log(`Seed of generated input: ${propertySeed}`);
  const started = new Map<string, Promise<Started>>();
  const server = createServer((incoming, response) => {
    const name = incoming.url?.slice(1) ?? '';
    const start = starts[name];
    const running = started.get(name) ?? start?.() ?? Promise.reject(new Error('There is none.'));
    started.set(name, running);
    running.then(
      ({ answer }) => response.end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  process.env[VARIABLE] = `http://127.0.0.1:${await listenOnLoopback(server)}/`;
  return async () => {
    const all = await Promise.allSettled(started.values());
    await Promise.all(all.map((one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)));
    await endNow(server);
  };
}
