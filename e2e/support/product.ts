import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built product, serving in a process of its own. */
export interface Product {
  /** Origin without a trailing slash. */
  url: string;
  /** All it has printed so far. */
  logs(): string;
  /** Asks it to end, as a service manager does, and waits until it has. Gives its exit code. */
  stop(): Promise<number | null>;
  /** Ends it in the middle of whatever it does, as a crash would, and waits until it has. */
  kill(): Promise<void>;
  /** Sends it a signal, for what a test has loaded into it (hour-later.ts, full-disk.ts). */
  signal(name: NodeJS.Signals): void;
}

const servingPattern = /Sightline is at (http:\/\/127\.0\.0\.1:\d+)/;
const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Starts what `npm start` starts, on a free port, and waits until it says that it serves.
 * Of the caller's environment nothing that configures the product is passed on: only `env`. Without a data directory
 * there it has one of its own, which goes when it ends.
 * @throws Error with all that it printed, when it ends before it serves.
 */
export async function startProduct({ env }: { env: Record<string, string> }): Promise<Product> {
  const child = launch(env);
  const printed = collectOutput(child);
  const exited = exitCode(child);

  return {
    url: await servingAddress(child, printed),
    logs: printed,
    stop: async () => {
      child.kill('SIGTERM');
      return await exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    signal: (name) => {
      child.kill(name);
    },
  };
}

/** Starts it where it should refuse to start; waits until it has ended. @returns exit code and what it printed as errors */
export async function startInVain(
  env: Record<string, string>,
): Promise<{ code: number | null; errors: string; all: string }> {
  const child = launch(env);
  const all = collectOutput(child);
  let errors = '';
  child.stderr?.on('data', (chunk: string) => {
    errors += chunk;
  });
  // A product that serves all the same is stopped; its exit code, 0, then tells.
  child.stdout?.on('data', () => {
    if (servingPattern.test(all())) child.kill('SIGTERM');
  });
  return { code: await exitCode(child), errors, all: all() };
}

function launch(env: Record<string, string>): ChildProcess {
  const data = mkdtempSync(join(tmpdir(), 'sightline-data-'));
  const child = spawn(process.execPath, ['lib/launch/main.ts', 'start'], {
    cwd: projectRoot,
    env: {
      ...neutralEnvironment(),
      HOSTNAME: '127.0.0.1',
      PORT: '0',
      SIGHTLINE_DATA_DIR: data,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.once('close', () => rmSync(data, { recursive: true, force: true }));
  return child;
}

function exitCode(child: ChildProcess): Promise<number | null> {
  // Should this process end early, the product must not stay behind.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      process.off('exit', kill);
      resolve(code);
    }),
  );
}

/**
 * A developer's own key and address must never reach a test. The names are set to nothing rather than
 * left out, because the launcher fills in from `.env` what is not there.
 */
function neutralEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(MONITOR_API_|SIGHTLINE_|FORCE_COLOR$)/.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: 'production',
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
      const address = servingPattern.exec(printed());
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
