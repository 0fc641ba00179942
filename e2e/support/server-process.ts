import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The project's folder, with a trailing slash. */
export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

/** A server in a process of its own that has said where it listens. */
export interface RunningServer {
  /** As it printed it: an origin or a base URL, without a trailing slash. */
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

/** The same, which may not have said yet where it listens. `url` rejects with its output when it ends before. */
export interface LaunchedServer extends Omit<RunningServer, 'url'> {
  url: Promise<string>;
  /** Its exit code, once it has ended and all it printed has been read. */
  exited: Promise<number | null>;
  /** What it has printed as errors. */
  errors(): string;
}

interface LaunchOptions {
  cwd?: string;
  env: NodeJS.ProcessEnv;
  /** Its first group is the address, in what the server prints. */
  pattern: RegExp;
}

/** Starts a script under this Node. */
export function launchServer(args: readonly string[], options: LaunchOptions): LaunchedServer {
  const child = spawn(process.execPath, [...args], {
    cwd: options.cwd ?? projectRoot,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let all = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    all += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    all += chunk;
    errors += chunk;
  });
  const logs = () => all;
  const url = firstMatch(child, logs, options.pattern);
  // Who does not wait for it may end the process before it has said anything.
  url.catch(() => undefined);
  const exited = exitCode(child);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return {
    url,
    exited,
    logs,
    errors: () => errors,
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
    signal: (name) => {
      child.kill(name);
    },
  };
}

/** Starts a script under this Node and waits until it serves. @throws Error with all it printed when it ends before */
export async function startServer(args: readonly string[], options: LaunchOptions): Promise<RunningServer> {
  const launched = launchServer(args, options);
  return { ...launched, url: await launched.url };
}

function firstMatch(child: ChildProcess, logs: () => string, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = pattern.exec(logs())?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('error', reject);
    child.once('close', (code, signal) =>
      reject(
        new Error(`The server ended (${signal ?? `code ${code}`}) before it served. It printed:\n${logs()}`),
      ),
    );
  });
}

function exitCode(child: ChildProcess): Promise<number | null> {
  // Should this process end early, the server must not stay behind.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      process.off('exit', kill);
      resolve(code);
    }),
  );
}
