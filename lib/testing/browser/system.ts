import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

export interface CommandResult {
  /** True when the command ended by itself with code 0. */
  ok: boolean;
  /** The end of what it printed, standard output and standard error together. */
  output: string;
}

/** What looking for a browser needs of the machine; injected, so that the order of decisions can be tested. */
export interface System {
  environment: Readonly<Record<string, string | undefined>>;
  isRoot: boolean;
  /** True when the path is an executable file. */
  exists(path: string): boolean;
  /** Runs a command to its end, or kills it when `limit` is aborted. Never rejects. */
  run(command: string, args: readonly string[], limit: AbortSignal): Promise<CommandResult>;
  /** Tells the person what takes so long. */
  say(line: string): void;
}

const KEPT_CHARACTERS = 4_000;

/** The machine itself. */
export const thisSystem: System = {
  environment: process.env,
  isRoot: process.getuid?.() === 0,
  exists,
  run,
  say: (line) => console.error(line),
};

function exists(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The command leads its own process group, because installers start helpers that outlive them:
 * at the limit, and when this process is told to end, the whole group is killed.
 */
function run(command: string, args: readonly string[], limit: AbortSignal): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: string) => {
      output = (output + chunk).slice(-KEPT_CHARACTERS);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);

    const finish = (result: CommandResult) => {
      limit.removeEventListener('abort', stopped);
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
      resolve(result);
    };
    const stopped = () => {
      killProcessGroup(child.pid);
      finish({ ok: false, output: `${output}\nstopped, because it took too long` });
    };
    const interrupted = () => {
      killProcessGroup(child.pid);
      process.exit(130);
    };
    limit.addEventListener('abort', stopped);
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    child.once('error', (error) => finish({ ok: false, output: error.message }));
    child.once('close', (code) => finish({ ok: code === 0, output }));
  });
}

function killProcessGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended in the meantime.
  }
}
