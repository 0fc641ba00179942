import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { nginxConfig } from './nginx-config.ts';
import { createTcpBalancer } from './tcp-balancer.ts';

const launcher = join(import.meta.dirname, 'main.ts');
const servingPattern = /Sightline is running at (http:\/\/\S+)/;

/**
 * Runs several replicas on demo data behind a balancer, with a Redis or Valkey that is installed, until a signal ends it:
 * for watching what happens when one of them is killed.
 *
 * @param address on which the balancer listens
 * @returns a sentence that says why they cannot be run; null when a signal has ended them
 */
export async function demoReplicas(
  count: number,
  address: { host: string; port: number },
): Promise<string | null> {
  const program = findProgram('valkey-server', 'redis-server');
  if (program === null) {
    return 'Replicas share their state through Valkey or Redis, and neither valkey-server nor redis-server was found: install one.';
  }
  const folder = mkdtempSync(join(tmpdir(), 'sightline-demo-'));
  const children: ChildProcess[] = [];
  const stop = () => {
    for (const child of children) child.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);

  const redisPort = await freePort();
  const options = ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  const redis = spawn(program, options, { stdio: 'ignore' });
  children.push(redis);
  // Imported dynamically, because only demo mode needs it.
  const { startReferenceApi } = await import('../reference-api/server.ts');
  const api = await startReferenceApi({});
  const env = {
    ...process.env,
    SIGHTLINE_DEMO: '1',
    SIGHTLINE_DEMO_API_URL: api.baseUrl,
    SIGHTLINE_DEMO_API_KEY: api.apiKey,
    SIGHTLINE_REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    SIGHTLINE_TRUSTED_PROXY_HOPS: '1',
    HOSTNAME: '127.0.0.1',
    PORT: '0',
  };
  const replicas = await Promise.all(Array.from({ length: count }, () => startReplica(env)));
  children.push(...replicas.map(({ child }) => child));
  const addresses = replicas.map(({ url }) => new URL(url).host);
  const balancer = await startBalancer(address, addresses, folder);
  if (typeof balancer === 'string') return balancer;
  if (balancer.child) children.push(balancer.child);
  console.log(
    `\nSightline is running at http://${address.host}:${address.port}, ${count} replicas behind ${balancer.name}:`,
  );
  for (const { child, url } of replicas) {
    console.log(`  ${url}  (to end it: kill -9 ${child.pid})`);
    child.once('exit', () => console.log(`The replica at ${url} has ended.`));
  }
  console.log('The usage page shows how many run, and which one answers. Ctrl-C ends all.');
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await api.close();
  stop();
  return null;
}

function startReplica(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [launcher, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const url = servingPattern.exec(output)?.[1];
      if (url !== undefined) resolve({ child, url });
    });
    child.once('exit', () => reject(new Error(`A replica did not start:\n${output}`)));
  });
}

/** @returns a sentence when it cannot listen */
async function startBalancer(
  { host, port }: { host: string; port: number },
  addresses: readonly string[],
  folder: string,
): Promise<{ name: string; child: ChildProcess | null } | string> {
  const nginx = findProgram('nginx');
  if (nginx !== null) {
    const config = join(folder, 'nginx.conf');
    writeFileSync(config, nginxConfig(`${host}:${port}`, addresses, folder));
    const child = spawn(nginx, ['-p', folder, '-c', config, '-e', 'stderr'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return { name: 'nginx', child };
  }
  const targets = addresses.map((address) => {
    const url = new URL(`http://${address}`);
    return { host: url.hostname, port: Number(url.port) };
  });
  const server = createTcpBalancer(targets);
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    return `Port ${port} cannot be used: ${error instanceof Error ? error.message : error}.`;
  }
  return { name: 'a small balancer', child: null };
}
