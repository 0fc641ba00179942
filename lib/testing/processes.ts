import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The project's root. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A process that is under way. */
export interface Launched {
  /** What the pattern finds in its output. Rejects with all of the output when it ends before. */
  found: Promise<string>;
  /** All it has printed so far. */
  output(): string;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>;
  /** Ends it in the middle of whatever it does, as a crash would. */
  kill(): Promise<void>;
}

/** A process that has said where it listens. */
export interface Running extends Omit<Launched, 'found'> {
  found: string;
}

interface Options {
  cwd: string;
  env: Record<string, string>;
  /** Its first group is what is looked for in the output. */
  pattern: RegExp;
}

/** Starts a program under this Node. */
export function launch(args: readonly string[], options: Options): Launched {
  const child = spawn(process.execPath, [...args], {
    cwd: options.cwd,
    // Nothing of our own environment: what is set here could point the product at a real upstream.
    env: { NODE_ENV: 'production', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  const found = firstMatch(child, output, options.pattern);
  // Who does not wait for it may end the process before it has said anything.
  found.catch(() => undefined);
  const exited = once(child, 'exit');
  // Should this process end early, the other must not stay behind.
  const endAlso = () => child.kill('SIGKILL');
  process.once('exit', endAlso);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
    process.off('exit', endAlso);
  };
  return { found, output, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

/**
 * Starts a program under this Node and waits until its output holds what is looked for.
 * @throws Error with its output when it ends before
 */
export async function start(args: readonly string[], options: Options): Promise<Running> {
  const launched = launch(args, options);
  return { ...launched, found: await launched.found };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}

function firstMatch(child: ChildProcess, output: () => string, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const read = () => {
      const found = pattern.exec(output())?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`It ended too soon.\n${output()}`)));
  });
}
