import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';

/** A separate PostgreSQL server on loopback, for the demo and for tests. Its data survives `stop`; `remove` deletes it. */
export interface PostgresServer {
  port: number;
  /** The folder with its data. */
  folder: string;
  /** @param database default: `postgres` */
  url(database?: string): string;
  signal(name: NodeJS.Signals): void;
  /** Stops the server, by default at once like a crash. */
  stop(how?: 'SIGQUIT' | 'SIGINT'): Promise<void>;
  /** Starts the server again after `stop`. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** The data need not survive a power failure, so that the server may skip fsync. */
const settings = ['fsync=off', 'full_page_writes=off', 'shared_buffers=32MB', 'max_connections=200'];

/**
 * Creates an empty server and starts it. It needs neither a system user's password nor an existing server.
 *
 * @throws Error when PostgreSQL is not installed, or does not start
 */
export async function startPostgres(): Promise<PostgresServer> {
  const program = findProgram('postgres');
  if (program === null) throw new Error('PostgreSQL is not installed.');
  const folder = mkdtempSync(join(tmpdir(), 'sightline-postgres-'));
  const user = systemUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { cwd: folder, ...user };
  const initdb = join(dirname(program), 'initdb');
  const rules = ['--auth=trust', '--username=sightline', '--encoding=UTF8', '--locale=C', '--no-sync'];
  execFileSync(initdb, ['-D', folder, ...rules], { ...options, stdio: 'pipe' });
  const port = await freePort();
  const args = ['-D', folder, '-h', '127.0.0.1', '-p', String(port), '-k', ''];
  let child: ChildProcess | null = null;
  const kill = () => child?.kill('SIGQUIT');
  process.once('exit', kill);

  async function start(): Promise<void> {
    const starting = spawn(program ?? '', [...args, ...settings.flatMap((one) => ['-c', one])], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = starting;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      starting.stderr.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('ready to accept connections')) resolve();
      });
      starting.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${output}`)));
    });
  }

  async function stop(how: NodeJS.Signals = 'SIGQUIT'): Promise<void> {
    if (child === null || child.exitCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill(how);
    await exited;
  }

  await start();
  return {
    port,
    folder,
    url: (database = 'postgres') => `postgres://sightline@127.0.0.1:${port}/${database}`,
    signal: (name) => void child?.kill(name),
    stop,
    start,
    async remove() {
      process.off('exit', kill);
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The user as whom root must start it, because PostgreSQL refuses to run as root. */
function systemUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
