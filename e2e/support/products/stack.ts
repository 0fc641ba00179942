import type { ReferenceApiOptions, RunningReferenceApi } from '../../../lib/reference-api/server.ts';
import { waitForCompleteInventory } from '../http/read.ts';
import { removeDeadline } from '../preloaded/without-deadline.ts';
import { startStaticReferenceApi } from '../upstream/static-reference-api.ts';
import { type Product, startProduct, upstreamEnv } from './product.ts';

/** A reference API and a Sightline server that reads it. */
export interface Stack {
  referenceApi: RunningReferenceApi;
  product: Product;
}

/** A stack that its caller must stop. */
export interface RunningStack extends Stack {
  stop(): Promise<void>;
}

export interface StackSetup {
  /** Called with the API before the product starts and reads it. */
  before?: (api: RunningReferenceApi) => unknown;
  /** Further settings of the product. */
  env?: Record<string, string>;
  /**
   * Whether to wait until the product has read all monitors. The default is true without a `before`, and false with
   * one: it usually delays upstream, makes it fail or spends its limits, so the product cannot read all monitors.
   */
  waitForInventory?: boolean;
}

/** Limits that no test reaches. */
export const plenty = { minute: 100_000, daily: 1_000_000, monthly: 10_000_000 };

/** Setting of a product that reads the list once, for tests that count requests or compare two responses. */
export const readsOnce = { SIGHTLINE_REFRESH_MIN_SECONDS: '3600' };

/** Starts a reference API and a Sightline server that reads it. */
export async function startStack(
  options: ReferenceApiOptions = {},
  setup: StackSetup = {},
): Promise<RunningStack> {
  const referenceApi = await startStaticReferenceApi(options);
  await setup.before?.(referenceApi);
  const env = { ...upstreamEnv(referenceApi), ...setup.env };
  const product = await startProduct({ env: setup.before === undefined ? removeDeadline(env) : env });
  if (setup.waitForInventory ?? setup.before === undefined) await waitForCompleteInventory(product);
  return {
    referenceApi,
    product,
    async stop() {
      await product.stop();
      await referenceApi.close();
    },
  };
}

/**
 * Returns a function that starts something for a test, and remembers what it has started.
 *
 * @returns the function, all that it has started, and a function that stops it
 */
export function remembering<A extends unknown[], T extends { stop(): Promise<unknown> }>(
  start: (...args: A) => Promise<T>,
) {
  const all: T[] = [];
  return {
    all,
    async start(...args: A): Promise<T> {
      const one = await start(...args);
      all.push(one);
      return one;
    },
    async stop(): Promise<void> {
      await Promise.all(all.map((one) => one.stop()));
    },
  };
}
