import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LaunchedServer, launchServer, projectRoot, type RunningServer } from './server-process.ts';

/** The built product, serving in a process of its own. */
export type Product = RunningServer;

interface ProductOptions {
  /** Its configuration. Of the caller's environment nothing that configures the product is passed on. */
  env: Record<string, string>;
  /** Another Next app to serve with the product's launcher; by default the product. */
  cwd?: string;
}

const launcher = join(projectRoot, 'lib/launch/main.ts');
const servingPattern = /Sightline is running at (http:\/\/\S+)/;

/** Node keeps compiled scripts here from one start to the next: a third of the work of a start. */
const compileCache = join(projectRoot, 'node_modules/.cache/sightline-e2e');

/**
 * Starts what `npm start` starts, on a free port. Without a data directory in `env` it has one of its own, which goes
 * when it ends.
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

/** Configures a product that reads this upstream; nobody signs in. */
export function readsFrom(upstream: { baseUrl: string | URL; apiKey: string }): Record<string, string> {
  return {
    MONITOR_API_BASE_URL: String(upstream.baseUrl),
    MONITOR_API_KEY: upstream.apiKey,
    SIGHTLINE_AUTH: 'none',
  };
}

/** Starts it and waits until it says that it serves. @throws Error with all it printed when it ends before */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const product = launchProduct(options);
  return { ...product, url: await product.url };
}

/** Starts it where it should refuse to start; waits until it has ended. @returns exit code and what it printed as errors */
export async function startInVain(
  env: Record<string, string>,
): Promise<{ code: number | null; errors: string; all: string }> {
  const product = launchProduct({ env });
  // A product that serves all the same is stopped; its exit code, 0, then tells.
  product.url.then(
    () => product.stop(),
    () => undefined,
  );
  const code = await product.exited;
  return { code, errors: product.errors(), all: product.logs() };
}

/**
 * A developer's own key and address must never reach a test. The names are set to nothing rather than
 * left out, because the launcher fills in from `.env` what is not there.
 */
function neutralEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(MONITOR_API_|SIGHTLINE_|FORCE_COLOR$|NODE_OPTIONS$)/.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: compileCache,
    // Logs are read by tests.
    NO_COLOR: '1',
    MONITOR_API_BASE_URL: '',
    MONITOR_API_KEY: '',
    MONITOR_API_KEY_FILE: '',
    SIGHTLINE_DEMO: '',
    SIGHTLINE_AUTH: '',
    SIGHTLINE_REFRESH_MIN_SECONDS: '',
    SIGHTLINE_LOG_LEVEL: 'warn',
  };
}
