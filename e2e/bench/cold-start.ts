import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../lib/demo/free-port.ts';
import { launchProduct } from '../support/products/product.ts';

/** A start, and the request that is timed. */
export interface ColdStart {
  path: string;
  /** A text that occurs only in the expected response. */
  marker: string;
  env: Record<string, string>;
  /** Another app than the product. */
  cwd?: string;
}

const TRY_AGAIN_MS = 5;

/**
 * Starts an app, repeats the request until it succeeds, and stops the app.
 * @returns milliseconds from spawning to the complete response
 */
export async function timeColdStart({ path, marker, env, cwd }: ColdStart): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const product = launchProduct({
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...env, PORT: String(port) },
  });
  let hasEnded = false;
  void product.exited.then(() => {
    hasEnded = true;
  });
  try {
    while (!(await hasAnswer(`http://127.0.0.1:${port}${path}`, marker))) {
      if (hasEnded) throw new Error(`It has ended before it served ${path}:\n${product.logs()}`);
      await sleep(TRY_AGAIN_MS);
    }
    return performance.now() - began;
  } finally {
    await product.stop();
  }
}

/** Whether a URL returns the expected response; false while nothing listens. */
async function hasAnswer(url: string, marker: string): Promise<boolean> {
  const response = await fetch(url).catch(() => null);
  return response !== null && (await response.text()).includes(marker) && response.ok;
}
