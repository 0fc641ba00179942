import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The built product, serving in a process of its own. */
export interface Product {
  /** Origin without a trailing slash. */
  url: string;
  /** All it has printed so far. */
  logs(): string;
  /** Asks it to end, as a service manager does, and waits until it has. */
  stop(): Promise<void>;
}

const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Starts what `npm start` starts, on a free port, and waits until it says that it serves.
 * Of the caller's environment nothing that configures the product is passed on: only `env`.
 * @throws Error with all that it printed, when it ends before it serves.
 */
export async function startProduct({ env }: { env: Record<string, string> }): Promise<Product> {
  const child = spawn(process.execPath, ['lib/launch/main.ts', 'start'], {
    cwd: projectRoot,
    env: { ...neutralEnvironment(), HOSTNAME: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = collectOutput(child);
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // Should this process end early, the product must not stay behind.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  void exited.then(() => process.off('exit', kill));

  return {
    url: await servingAddress(child, printed),
    logs: printed,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/**
 * A developer's own key and address must never reach a test. The names are set to nothing rather than
 * left out, because the launcher fills in from `.env` what is not there.
 */
function neutralEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(MONITOR_API_|SIGHTLINE_)/.test(name));
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: 'production',
    MONITOR_API_BASE_URL: '',
    MONITOR_API_KEY: '',
    MONITOR_API_KEY_FILE: '',
    SIGHTLINE_DEMO: '',
  };
}

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}

function servingAddress(child: ChildProcess, printed: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const address = /Sightline is at (http:\/\/127\.0\.0\.1:\d+)/.exec(printed());
      if (address?.[1]) resolve(address[1]);
    });
    child.once('error', reject);
    child.once('close', (code, signal) =>
      reject(
        new Error(
          `The product ended (${signal ?? `code ${code}`}) before it served. It printed:\n${printed()}`,
        ),
      ),
    );
  });
}
