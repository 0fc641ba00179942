import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { ReferenceApiOptions, RunningReferenceApi } from '../../lib/reference-api/server.ts';
import { plenty } from './fixtures.ts';
import { type Product, readsFrom, startProduct } from './product.ts';
import { startSameApi } from './same-monitors.ts';

/** A reference API, and products that one after the other read it and keep what they read in one place. */
export interface SharedDirectory {
  api: RunningReferenceApi;
  /** The data directory. */
  directory: string;
  start(env?: Record<string, string>): Promise<Product>;
}

export async function startSharedDirectory(
  directory: string,
  options: ReferenceApiOptions = {},
): Promise<SharedDirectory> {
  const api = await startSameApi({ limits: plenty, ...options });
  return {
    api,
    directory,
    start: (env = {}) =>
      startProduct({
        env: {
          ...readsFrom(api),
          SIGHTLINE_REFRESH_MIN_SECONDS: '1',
          SIGHTLINE_DATA_DIR: directory,
          ...env,
        },
      }),
  };
}

/** A new data directory. */
export function newDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'sightline-kept-'));
}

/** Setting for a product whose disk can be made full, and have room again. */
export const fillableDisk = {
  NODE_OPTIONS: `--import=${new URL('./full-disk.ts', import.meta.url).href}`,
};

/** Makes the disk full, or gives it room again. */
export async function turnDisk(product: Product, state: 'full' | 'roomy'): Promise<void> {
  product.signal('SIGUSR2');
  // What it says of the disk itself may follow.
  await expect.poll(() => product.logs().split('the disk is ').at(-1)?.split('\n')[0]).toBe(state);
}
