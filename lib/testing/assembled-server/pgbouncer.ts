import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pgbouncerProgram, programPath } from '../../../e2e/support/runner/system-program.ts';
import { freePort } from '../../demo/free-port.ts';

/**
 * Starts a real PgBouncer in transaction mode, otherwise with its defaults, in front of a database.
 *
 * @param url of a database on this machine
 * @returns the URL of the same database through it
 */
export async function startPgBouncer(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-pgbouncer-'));
  const port = await freePort();
  const through = new URL(url);
  writeFileSync(join(folder, 'users'), `"${through.username}" ""`);
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${through.port}`,
    '[pgbouncer]',
    'pool_mode = transaction',
    'auth_type = trust',
    `auth_file = ${folder}/users`,
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
  ];
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(config, settings.join('\n'));
  // It refuses to run as root, and reads its files as the other user.
  chmodSync(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  const args = isRoot ? ['-u', 'postgres', config] : [config];
  const child = spawn(programPath(pgbouncerProgram), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('process up')) resolve();
    });
    child.once('exit', () => reject(new Error(`PgBouncer did not start:\n${output}`)));
  });
  through.port = String(port);
  return {
    url: through.href,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}
