import { existsSync } from 'node:fs';
import { hostname as machineName } from 'node:os';
import { createLog, readLogLevel } from '../process/log.ts';
import { readAllowedHosts } from './allowed-hosts.ts';
import { build } from './build.ts';
import { addEnvFile, readBasePath, readHops, readListenAddress, SettingError } from './settings.ts';

/** Reads `--replicas N`. @returns 1 without it */
function readReplicas([name, number = '', ...rest]: readonly string[]): number {
  if (name === undefined) return 1;
  if (name === '--replicas' && /^[2-9]$/.test(number) && rest.length === 0) return Number(number);
  throw new SettingError('After "npm run demo --", write --replicas and a number from 2 to 9.');
}

/** Reads `--check`. @returns whether it is given */
function readCheck(args: readonly string[]): boolean {
  if (args.length === 0) return false;
  if (args.join() === '--check') return true;
  throw new SettingError('After "npm start --", write --check or nothing.');
}

/**
 * `npm run build`, `npm run dev`, `npm start` and `npm run demo` all run this program, with different modes.
 *
 * @throws SettingError
 */
async function main(mode = '', args: readonly string[]): Promise<void> {
  process.env.NEXT_TELEMETRY_DISABLED = '1';
  if (existsSync('.env') && addEnvFile('.env', process.env, mode === 'demo'))
    console.log('The demo ignores the settings in .env.');
  if (mode === 'build') process.exit(await build());

  const address = readListenAddress(process.env, machineName());
  const basePath = readBasePath(process.env.SIGHTLINE_BASE_PATH);
  const hops = readHops(process.env.SIGHTLINE_TRUSTED_PROXY_HOPS);
  const allowedHosts = readAllowedHosts(process.env.SIGHTLINE_ALLOWED_HOSTS);
  const level = readLogLevel(process.env.SIGHTLINE_LOG_LEVEL);
  if (level === null) throw new SettingError('SIGHTLINE_LOG_LEVEL must be error, warn, info or debug.');
  if (!['dev', 'start', 'demo'].includes(mode))
    throw new SettingError('Specify a command: build, dev, start or demo.');

  const { MONITOR_API_BASE_URL: baseUrl, MONITOR_API_KEY: key, MONITOR_API_KEY_FILE: file } = process.env;
  const hasUpstream = Boolean(baseUrl || key || file);
  if (mode === 'dev' && !hasUpstream) process.env.SIGHTLINE_DEMO ??= '1';
  if (mode === 'demo') {
    const replicas = readReplicas(args);
    if (hasUpstream)
      throw new SettingError(
        'The demo has data of its own, but MONITOR_API_BASE_URL, MONITOR_API_KEY or MONITOR_API_KEY_FILE is set in the environment. Unset them, or run "npm run build" and "npm start".',
      );
    process.env.SIGHTLINE_DEMO = '1';
    console.log('Building Sightline. This takes about a minute.');
    const status = await build(true);
    if (status !== 0) process.exit(status);
    if (replicas > 1) {
      const { demoReplicas } = await import('../demo/replicas.ts');
      await demoReplicas(replicas, address);
      process.exit(0);
    }
  }
  if (!existsSync('.next/BUILD_ID') && mode === 'start')
    throw new SettingError('No build found. Run "npm run build" first.');

  const isCheck = mode === 'start' && readCheck(args);
  // Set before the imports below, because React and Next read it when they are loaded.
  Object.assign(process.env, { NODE_ENV: mode === 'dev' ? 'development' : 'production' });
  if (isCheck) {
    // The server runs the check instead of starting (instrumentation.ts), and ends the process.
    Object.assign(process.env, { SIGHTLINE_CHECK: '1', HOSTNAME: address.host, PORT: String(address.port) });
    const { default: next } = await import('next');
    await next({ dev: false }).prepare();
    // Next does not wait for the end of the check.
    await new Promise<never>(() => undefined);
  }
  const { serve } = await import('./serve.ts');
  const publicUrl = URL.parse(process.env.SIGHTLINE_PUBLIC_URL?.trim() ?? '');
  const orFreePort = mode === 'demo' && !process.env.PORT;
  await serve({
    dev: mode === 'dev',
    orFreePort,
    ...address,
    basePath,
    hops,
    publicUrl,
    allowedHosts,
    log: createLog(level),
  });
}

try {
  await main(process.argv[2], process.argv.slice(3));
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  console.error(error.message);
  process.exit(1);
}
