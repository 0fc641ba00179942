import { existsSync } from 'node:fs';
import { hostname as machineName } from 'node:os';
import { createLog, readLogLevel } from '../process/log.ts';
import { readAllowedHosts } from './allowed-hosts.ts';
import { build } from './build.ts';
import { readHops } from './client-address.ts';
import { addEnvFile } from './env-file.ts';
import { readListenAddress } from './listen-address.ts';

/**
 * `npm run build`, `npm run dev`, `npm start` and `npm run demo` all run this program, with different modes.
 */
const mode = process.argv[2];

/** Exits with one message and no stack trace: for errors in the configuration. */
function exitWithError(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Reads `--replicas N`. @returns 1 without it; null when the arguments are something else */
function readReplicas(args: readonly string[]): number | null {
  if (args.length === 0) return 1;
  const [name, number = ''] = args;
  return args.length === 2 && name === '--replicas' && /^[2-9]$/.test(number) ? Number(number) : null;
}

process.env.NEXT_TELEMETRY_DISABLED = '1';
if (existsSync('.env') && addEnvFile('.env', process.env, mode === 'demo'))
  console.log('The demo ignores the settings in .env.');

if (mode === 'build') process.exit(await build());

const address = readListenAddress(process.env, machineName());
if (!address.ok) exitWithError(address.problem);
const hops = readHops(process.env.SIGHTLINE_TRUSTED_PROXY_HOPS);
if (hops === null) exitWithError('SIGHTLINE_TRUSTED_PROXY_HOPS must be a whole number from 0 to 10.');
const allowed = readAllowedHosts(process.env.SIGHTLINE_ALLOWED_HOSTS);
if (!allowed.ok) exitWithError(allowed.problem);
const level = readLogLevel(process.env.SIGHTLINE_LOG_LEVEL);
if (level === null) exitWithError('SIGHTLINE_LOG_LEVEL must be error, warn, info or debug.');

if (mode === 'demo') {
  const replicas = readReplicas(process.argv.slice(3));
  if (replicas === null) exitWithError('After "npm run demo --", write --replicas and a number from 2 to 9.');
  const { MONITOR_API_BASE_URL: baseUrl, MONITOR_API_KEY: key, MONITOR_API_KEY_FILE: file } = process.env;
  if (baseUrl || key || file)
    exitWithError(
      'The demo has data of its own, but MONITOR_API_BASE_URL, MONITOR_API_KEY or MONITOR_API_KEY_FILE is set in the environment. Unset them, or run "npm run build" and "npm start".',
    );
  process.env.SIGHTLINE_DEMO = '1';
  const status = await build();
  if (status !== 0) process.exit(status);
  if (replicas > 1) {
    const { demoReplicas } = await import('./demo-replicas.ts');
    const failed = await demoReplicas(replicas, address);
    if (failed !== null) exitWithError(failed);
    process.exit(0);
  }
} else if (mode === 'dev') {
  const { MONITOR_API_BASE_URL: baseUrl, MONITOR_API_KEY: key, MONITOR_API_KEY_FILE: file } = process.env;
  if (!baseUrl && !key && !file) process.env.SIGHTLINE_DEMO ??= '1';
} else if (mode !== 'start') {
  exitWithError('Specify a command: build, dev, start or demo.');
}

if (mode === 'start' && !existsSync('.next/BUILD_ID'))
  exitWithError('No build found. Run "npm run build" first.');

// Set before the import below, because React and Next read it when they are loaded.
Object.assign(process.env, { NODE_ENV: mode === 'dev' ? 'development' : 'production' });
const { serve } = await import('./serve.ts');
const problem = await serve({
  dev: mode === 'dev',
  host: address.host,
  port: address.port,
  hops,
  publicUrl: URL.parse(process.env.SIGHTLINE_PUBLIC_URL?.trim() ?? ''),
  allowedHosts: allowed.hosts,
  log: createLog(level),
});
if (problem !== null) exitWithError(problem);
