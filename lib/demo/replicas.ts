import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { listen, printableUrl } from '../launch/listen.ts';
import { SettingError } from '../launch/settings.ts';
import { startReferenceApi } from '../reference-api/server.ts';
import { findProgram } from './find-program.ts';
import { startPostgres } from './postgres-server.ts';
import { createTcpBalancer, type Target } from './tcp-balancer.ts';

const launcher = join(import.meta.dirname, '../launch/main.ts');
const servingPattern = /Sightline is running at (http:\/\/\S+)/;

/**
 * Runs several replicas with demo data behind a balancer, with the PostgreSQL of this machine, until a signal ends them.
 *
 * @param address the address at which the balancer listens
 * @returns after a signal has ended them
 * @throws SettingError when they cannot be run
 */
export async function demoReplicas(count: number, address: { host: string; port: number }): Promise<void> {
  if (findProgram('postgres') === null) {
    throw new SettingError('Replicas share a PostgreSQL database, and PostgreSQL was not found: install it.');
  }
  const signal = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const targets: Target[] = [];
  const balancer = createTcpBalancer(targets);
  const port = await listen(balancer, address.host, address.port);
  const [database, api] = await Promise.all([startPostgres(), startReferenceApi({})]);
  const env = {
    ...process.env,
    SIGHTLINE_DEMO: '1',
    SIGHTLINE_DEMO_API_URL: api.baseUrl,
    SIGHTLINE_DEMO_API_KEY: api.apiKey,
    SIGHTLINE_DATABASE_URL: database.url(),
    HOSTNAME: '127.0.0.1',
    PORT: '0',
  };
  const replicas = Array.from({ length: count }, () =>
    spawn(process.execPath, [launcher, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const serve = async () => {
    const urls = await Promise.all(replicas.map(urlOf));
    for (const url of urls) targets.push({ host: '127.0.0.1', port: Number(new URL(url).port) });
    announce(printableUrl(address.host, port), replicas, urls);
    await signal;
  };
  try {
    await Promise.race([serve(), signal]);
  } finally {
    balancer.close();
    await Promise.all(replicas.map(end));
    await Promise.all([database.remove(), api.close()]);
  }
}

function announce(address: string, replicas: readonly ChildProcess[], urls: readonly string[]): void {
  console.log(`\nSightline is running at ${address}, ${replicas.length} replicas behind a balancer:`);
  for (const [index, replica] of replicas.entries()) {
    console.log(`  ${urls[index]}  (to end it: kill -9 ${replica.pid})`);
    replica.once('exit', () => console.log(`The replica at ${urls[index]} has ended.`));
  }
  console.log('They first write the past month of the demo, which takes about a minute.');
  console.log('The usage page shows how many run, and which one answers. Ctrl-C ends all.');
}

async function end(replica: ChildProcess): Promise<void> {
  if (replica.exitCode !== null || replica.signalCode !== null) return;
  const exited = once(replica, 'exit');
  replica.kill('SIGTERM');
  await exited;
}

/** Resolves with the URL that a replica prints once it serves. @throws SettingError with its output when it ends before */
function urlOf(replica: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    replica.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const url = servingPattern.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
    replica.once('exit', () => reject(new SettingError(`A replica did not start.\n${output}`.trim())));
  });
}
