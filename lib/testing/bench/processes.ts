import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The project's root. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A process that has said where it listens. */
export interface Running {
  /** What the pattern found in its output. */
  found: string;
  stop(): Promise<void>;
}

/**
 * Starts a program under this Node and waits until its output holds the pattern's first group.
 * @throws Error with its output when it ends before
 */
export async function start(
  args: readonly string[],
  options: { cwd: string; env: Record<string, string>; pattern: RegExp },
): Promise<Running> {
  const child = spawn(process.execPath, [...args], {
    cwd: options.cwd,
    // Nothing of our own environment: what is set here could point the product at a real upstream.
    env: { NODE_ENV: 'production', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const found = await firstMatch(child, options.pattern);
  return {
    found,
    async stop() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

function firstMatch(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = pattern.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`It ended too soon.\n${output}`)));
  });
}
