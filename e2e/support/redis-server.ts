import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../lib/launch/free-port.ts';
import { findSystemProgram, redisProgram } from './system-program.ts';

/** A running server with an empty data set, in its own process. */
export interface RedisServer {
  url: string;
  port: number;
  /** Ends it at once, with all its data. */
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): void;
}

/**
 * Starts a server.
 *
 * @param port by default a free one; a fixed one for a server that takes the place of another
 * @param tls certificate and key in PEM format: the server then accepts TLS only
 */
export async function startRedis(port?: number, tls?: { cert: string; key: string }): Promise<RedisServer> {
  const program = findSystemProgram(redisProgram);
  if (program === null) throw new Error('There is no valkey-server or redis-server.');
  const folder = mkdtempSync(join(tmpdir(), 'sightline-redis-'));
  const chosen = port ?? (await freePort());
  const options = [
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--dir',
    folder,
    ...listenOptions(chosen, folder, tls),
  ];
  const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (/ready to accept connections/i.test(output)) resolve();
    });
    void exited.then(() => reject(new Error(`The server did not start:\n${output}`)));
  });
  return {
    url: `${tls ? 'rediss' : 'redis'}://127.0.0.1:${chosen}`,
    port: chosen,
    async kill() {
      process.off('exit', kill);
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
    signal: (name) => void child.kill(name),
  };
}

function listenOptions(port: number, folder: string, tls?: { cert: string; key: string }): string[] {
  if (!tls) return ['--port', String(port)];
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(certFile, tls.cert);
  writeFileSync(keyFile, tls.key);
  const files = ['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-auth-clients', 'no'];
  return ['--port', '0', '--tls-port', String(port), ...files];
}
