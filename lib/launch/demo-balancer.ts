import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram } from './find-program.ts';
import { listen } from './http-server.ts';
import { nginxConfig } from './nginx-config.ts';
import { createTcpBalancer } from './tcp-balancer.ts';

/** An address of this machine to listen on. */
interface Address {
  host: string;
  port: number;
}

/** How often it is tried whether nginx listens. */
const TRY_MS = 50;

/** @returns the port, for 0 a free one, or a sentence that says why nothing can listen on it */
export async function findUsablePort({ host, port }: Address): Promise<number | string> {
  const server = createServer();
  const found = await listen(server, host, port);
  await new Promise((resolve) => server.close(resolve));
  return found;
}

/**
 * Starts a balancer in front of the replicas, nginx if it is installed, and waits until it listens.
 *
 * @param replicas `host:port` of each
 * @param options.folder where nginx finds and writes its files
 * @param options.onSpawn receives the process of nginx
 * @returns its name
 * @throws Error with a sentence when it cannot listen
 */
export async function startBalancer(
  address: Address,
  replicas: readonly string[],
  { folder, onSpawn }: { folder: string; onSpawn: (child: ChildProcess) => void },
): Promise<string> {
  const nginx = findProgram('nginx');
  if (nginx === null) {
    const targets = replicas.map((replica) => new URL(`http://${replica}`));
    const balancer = createTcpBalancer(
      targets.map(({ hostname, port }) => ({ host: hostname, port: Number(port) })),
    );
    const port = await listen(balancer, address.host, address.port);
    if (typeof port === 'string') throw new Error(port);
    return 'a small balancer';
  }
  const config = join(folder, 'nginx.conf');
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  writeFileSync(config, nginxConfig(`${host}:${address.port}`, replicas, folder));
  const child = spawn(nginx, ['-p', folder, '-c', config, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onSpawn(child);
  while (!(await accepts(address))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('nginx did not start.');
    await pause(TRY_MS);
  }
  return 'nginx';
}

/** Whether something accepts connections there. */
function accepts({ host, port }: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (isAccepted: boolean) => {
      socket.destroy();
      resolve(isAccepted);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
