import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findUsablePort, startBalancer } from './demo-balancer.ts';
import { findProgram } from './find-program.ts';
import { printableUrl } from './listen-address.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const launcher = join(import.meta.dirname, 'main.ts');
const servingPattern = /Sightline is running at (http:\/\/\S+)/;

/** Where the balancer listens. */
interface Address {
  host: string;
  port: number;
}

/** What the demo starts, and ends with it. */
interface Belongings {
  /** In the order in which they were started. */
  children: ChildProcess[];
  /** For files. */
  folder: string;
  database: PostgresServer | null;
}

/**
 * Runs several replicas on demo data behind a balancer, with a PostgreSQL that is installed, until a signal ends it:
 * for watching what happens when one of them is killed.
 *
 * @returns once all has ended: a sentence that says why they cannot be run; null when a signal has ended them
 */
export async function demoReplicas(count: number, address: Address): Promise<string | null> {
  if (findProgram('postgres') === null) {
    return 'Replicas share a PostgreSQL database, and PostgreSQL was not found: install it.';
  }
  const port = await findUsablePort(address);
  if (typeof port === 'string') return port;
  const folder = mkdtempSync(join(tmpdir(), 'sightline-demo-'));
  const belongings: Belongings = { children: [], folder, database: null };
  const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(() => null);
  const failure = start(count, { ...address, port }, belongings).then(
    () => ended,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const outcome = await Promise.race([failure, ended]);
  await end(belongings);
  return outcome;
}

/**
 * @throws Error with a sentence when something does not start
 */
async function start(count: number, address: Address, belongings: Belongings): Promise<void> {
  const { children, folder } = belongings;
  const database = await startPostgres();
  belongings.database = database;
  // Imported dynamically, because only demo mode needs it.
  const { startReferenceApi } = await import('../reference-api/server.ts');
  const api = await startReferenceApi({});
  const env = {
    ...process.env,
    SIGHTLINE_DEMO: '1',
    SIGHTLINE_DEMO_API_URL: api.baseUrl,
    SIGHTLINE_DEMO_API_KEY: api.apiKey,
    SIGHTLINE_DATABASE_URL: database.url(),
    SIGHTLINE_TRUSTED_PROXY_HOPS: '1',
    HOSTNAME: '127.0.0.1',
    PORT: '0',
  };
  const replicas = await Promise.all(
    Array.from({ length: count }, () => {
      const child = spawn(process.execPath, [launcher, 'start'], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      // Before it is known whether it starts: it ends also when another one does not.
      children.push(child);
      return urlOf(child).then((url) => ({ child, url }));
    }),
  );
  const hosts = replicas.map(({ url }) => new URL(url).host);
  const onSpawn = (child: ChildProcess) => children.push(child);
  const balancer = await startBalancer(address, hosts, { folder, onSpawn });
  console.log(
    `\nSightline is running at ${printableUrl(address.host, address.port)}, ${count} replicas behind ${balancer}:`,
  );
  for (const { child, url } of replicas) {
    console.log(`  ${url}  (to end it: kill -9 ${child.pid})`);
    child.once('exit', () => console.log(`The replica at ${url} has ended.`));
  }
  console.log('The usage page shows how many run, and which one answers. Ctrl-C ends all.');
}

/** Ends the last child first, so that the balancer sends nothing to an ended replica, and all can hand over through the database. */
async function end({ children, folder, database }: Belongings): Promise<void> {
  for (const child of children.toReversed()) {
    const isRunning = child.exitCode === null && child.signalCode === null;
    const exited = once(child, 'exit');
    // It returns false for a process that was never started.
    if (isRunning && child.kill('SIGTERM')) await exited;
  }
  await database?.remove();
  rmSync(folder, { recursive: true, force: true });
}

/** Resolves with the URL that a replica prints once it serves. @throws Error with its output when it ends before */
function urlOf(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const url = servingPattern.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`A replica did not start.\n${output}`.trim())));
  });
}
