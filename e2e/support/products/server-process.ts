import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The project's folder, with a trailing slash. */
export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** A running server in its own process. */
export interface RunningServer {
  /** The URL that it printed: an origin or a base URL, without a trailing slash. */
  url: string;
  /** Its exit code, once it has ended and all its output has been read. */
  exited: Promise<number | null>;
  /** Its output so far. */
  logs(): string;
  /** Sends SIGTERM, like a service manager, and waits until it has ended. @returns its exit code */
  stop(): Promise<number | null>;
  /** Sends SIGKILL, to simulate a crash, and waits until it has ended. */
  kill(): Promise<void>;
  /** Sends it a signal, for code that a test has preloaded (for example full-disk.ts). */
  signal(name: NodeJS.Signals): void;
}

/** A server that may not listen yet. `url` rejects with the server's output if the server ends before it listens. */
export interface LaunchedServer extends Omit<RunningServer, 'url'> {
  url: Promise<string>;
  /** Its error output so far. */
  errors(): string;
}

interface LaunchOptions {
  /** The program to start; by default the Node that runs this process. */
  program?: string;
  cwd?: string;
  /** The user and group of the process; by default those of this one. */
  uid?: number;
  gid?: number;
  env: NodeJS.ProcessEnv;
  /** Finds the URL in the server's output, as the first group. */
  pattern: RegExp;
}

/** Starts a script with the Node that runs this process, or another program. */
export function launchServer(args: readonly string[], options: LaunchOptions): LaunchedServer {
  const { program = process.execPath, pattern, ...rest } = options;
  const child = spawn(program, [...args], {
    cwd: projectRoot,
    ...rest,
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
  const url = firstMatch(child, logs, pattern);
  // A caller that does not use `url` may end the process before it has printed its URL.
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

/**
 * Starts a script with the Node that runs this process, and waits until it serves.
 * @throws Error with the script's output if it ends before it serves
 */
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
  // Kills the server if this process ends first.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  return new Promise((resolve) =>
    child.once('close', (code) => {
      process.off('exit', kill);
      resolve(code);
    }),
  );
}
