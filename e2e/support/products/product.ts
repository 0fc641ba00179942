import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LaunchedServer, launchServer, projectRoot, type RunningServer } from './server-process.ts';

/** The built product, serving in a process of its own. */
export type Product = RunningServer;

interface ProductOptions {
  /** Its configuration. Variables of the caller's environment that configure the product are not passed on. */
  env: Record<string, string>;
  /** Another Next app to serve with the product's launcher; by default the product. */
  cwd?: string;
}

const launcher = join(projectRoot, 'lib/launch/main.ts');
/** Finds the URL in the output of the product. */
export const servingPattern = /Sightline is running at (http:\/\/\S+)/;

/** Node caches compiled scripts here. The cache saves a third of the start time. */
const compileCache = join(projectRoot, 'node_modules/.cache/sightline-e2e');

/**
 * Starts the product like `npm start`, on a free port. If `env` names no data directory, the product gets a temporary
 * one, which is deleted when the product ends.
 */
export function launchProduct({ env, cwd }: ProductOptions): LaunchedServer {
  const data = mkdtempSync(join(tmpdir(), 'sightline-data-'));
  const product = launchServer([launcher, 'start'], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...neutralEnvironment(), HOSTNAME: '127.0.0.1', PORT: '0', SIGHTLINE_DATA_DIR: data, ...env },
    pattern: servingPattern,
  });
  void product.exited.then(() => rmSync(data, { recursive: true, force: true }));
  return product;
}

/** Returns the environment variables of a product that reads this upstream, without sign-in. */
export function upstreamEnv(upstream: { baseUrl: string | URL; apiKey: string }): Record<string, string> {
  return {
    MONITOR_API_BASE_URL: String(upstream.baseUrl),
    MONITOR_API_KEY: upstream.apiKey,
    SIGHTLINE_AUTH: 'none',
  };
}

/** Starts the product and waits until it serves. @throws Error with its output when it ends before */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const product = launchProduct(options);
  return { ...product, url: await product.url };
}

/** Starts a product that should fail to start, and waits until it has ended. @returns its exit code and output */
export async function startExpectingFailure(
  env: Record<string, string>,
): Promise<{ code: number | null; errors: string; all: string }> {
  const product = launchProduct({ env });
  // A product that starts nevertheless is stopped; its exit code is then 0.
  product.url.then(
    () => product.stop(),
    () => undefined,
  );
  const code = await product.exited;
  return { code, errors: product.errors(), all: product.logs() };
}

/**
 * The environment without the developer's own key and URL, which tests must not use. The variables are set to empty
 * strings instead of being removed, because the launcher reads missing ones from `.env`.
 */
export function neutralEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(MONITOR_API_|SIGHTLINE_|FORCE_COLOR$|NODE_OPTIONS$|(https?|no)_proxy$)/i.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: compileCache,
    // Tests parse the logs.
    NO_COLOR: '1',
    MONITOR_API_BASE_URL: '',
    MONITOR_API_KEY: '',
    MONITOR_API_KEY_FILE: '',
    SIGHTLINE_DEMO: '',
    SIGHTLINE_AUTH: '',
    SIGHTLINE_REFRESH_MIN_SECONDS: '',
    // Tests count requests.
    SIGHTLINE_READ_SETTINGS: 'off',
    SIGHTLINE_LOG_LEVEL: 'warn',
  };
}
