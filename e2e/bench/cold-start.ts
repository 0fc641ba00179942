import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/loopback.ts';
import { launchProduct } from '../support/product.ts';

/** A start, and what is asked for. */
export interface ColdStart {
  path: string;
  /** A text that only the answer that is waited for has. */
  sign: string;
  env: Record<string, string>;
  /** Another app than the product. */
  cwd?: string;
}

const TRY_AGAIN_MS = 5;

/** Starts it, asks until the answer is there, and stops it. @returns milliseconds from spawning to the whole answer */
export async function timeColdStart({ path, sign, env, cwd }: ColdStart): Promise<number> {
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
    while (!(await hasAnswer(`http://127.0.0.1:${port}${path}`, sign))) {
      if (hasEnded) throw new Error(`It has ended before it served ${path}:\n${product.logs()}`);
      await sleep(TRY_AGAIN_MS);
    }
    return performance.now() - began;
  } finally {
    await product.stop();
  }
}

/** False while nobody listens, and for any other answer. */
async function hasAnswer(url: string, sign: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => null);
  return answer !== null && (await answer.text()).includes(sign) && answer.ok;
}
