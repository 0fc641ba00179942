import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReferenceApiOptions, RunningReferenceApi } from '../../../lib/reference-api/server.ts';
import { startStaticReferenceApi, stoppedClock } from '../upstream/static-reference-api.ts';
import { waitUntil } from '../wait-until.ts';
import { type Product, startProduct, upstreamEnv } from './product.ts';
import { plenty } from './stack.ts';

/** A reference API, and consecutive products that read it and use the same data directory. */
export interface SharedDirectory {
  api: RunningReferenceApi;
  directory: string;
  start(env?: Record<string, string>): Promise<Product>;
}

/** 120 monitors whose conditions never change. */
export const staticMonitors: ReferenceApiOptions = { monitors: 120, clock: stoppedClock() };

export async function startSharedDirectory(
  directory: string,
  options: ReferenceApiOptions = {},
): Promise<SharedDirectory> {
  const api = await startStaticReferenceApi({ limits: plenty, ...options });
  return {
    api,
    directory,
    start: (env = {}) =>
      startProduct({
        env: {
          ...upstreamEnv(api),
          SIGHTLINE_REFRESH_MIN_SECONDS: '1',
          SIGHTLINE_DATA_DIR: directory,
          ...env,
        },
      }),
  };
}

/** Creates a data directory. */
export function newDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'sightline-kept-'));
}

/** Setting of a product for which a full disk can be simulated. */
export const fillableDisk = {
  NODE_OPTIONS: `--import=${new URL('../preloaded/full-disk.ts', import.meta.url).href}`,
};

/** Setting of a product that is killed while it stores a crawl with at least 500 changes. */
export const killedWhileStoring = {
  NODE_OPTIONS: `--import=${new URL('../preloaded/killed-while-storing.ts', import.meta.url).href}`,
};

/** Makes the disk full, or provides space again (`roomy`). */
export async function setDiskState(product: Product, state: 'full' | 'roomy'): Promise<void> {
  product.signal('SIGUSR2');
  // The product's own messages may follow the expected line.
  const now = () => product.logs().split('the disk is ').at(-1)?.split('\n')[0];
  await waitUntil(now, (found) => found === state, `the disk is ${state}`);
}
