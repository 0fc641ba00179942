import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** A setting of the launcher that cannot be used. Its message is a sentence for the operator. */
export class SettingError extends Error {}

/** The product's settings. */
const setting = /^(?:(?:MONITOR_API|SIGHTLINE)_.*|HOSTNAME|PORT)$/;

/**
 * Adds the variables of `.env` to an environment, which has precedence. The demo ignores the settings of the file: it is for
 * the product with real data, for example with Compose, and cannot be meant for both. The demo sets them to empty texts,
 * because Next would read missing ones from the file.
 *
 * @returns whether the demo has ignored any
 */
export function addEnvFile(path: string, environment: NodeJS.ProcessEnv, isDemo: boolean): boolean {
  const added = { ...parseEnv(readFileSync(path, 'utf8')), ...environment };
  const ignored = Object.keys(added).filter(
    (name) => isDemo && setting.test(name) && environment[name] === undefined,
  );
  for (const name of ignored) added[name] = '';
  Object.assign(environment, added);
  return ignored.length > 0;
}

/**
 * Reads the address to listen on from HOSTNAME (default 127.0.0.1) and PORT (default 3000; 0: any free port).
 * In a container HOSTNAME is the machine's own name by default, so that name counts as unset.
 *
 * @throws SettingError
 */
export function readListenAddress(environment: Record<string, string | undefined>, machineName: string) {
  const hostname = environment.HOSTNAME?.trim() ?? '';
  const host = hostname === '' || hostname === machineName ? '127.0.0.1' : hostname;
  const port = environment.PORT?.trim() || '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new SettingError(`PORT must be a whole number from 0 to 65535; it is "${port}".`);
  }
  return { host, port: Number(port) };
}

/**
 * Parses SIGHTLINE_BASE_PATH.
 *
 * @returns the base path without a slash at its end; empty at the root. @throws SettingError
 */
export function readBasePath(value = ''): string {
  const path = value.trim().replace(/\/+$/, '');
  if (path === '' || /^(\/[\w.~-]*[\w~-][\w.~-]*)+$/.test(path)) return path;
  throw new SettingError(
    `SIGHTLINE_BASE_PATH must be a path of letters, digits, ".", "_", "~" and "-", such as /status; it is "${value.trim()}".`,
  );
}

/** Parses SIGHTLINE_TRUSTED_PROXY_HOPS, the number of trusted proxies: 0 (default) to 10. @throws SettingError */
export function readHops(value: string | undefined): number {
  const text = value?.trim() || '0';
  if (/^(10|\d)$/.test(text)) return Number(text);
  throw new SettingError('SIGHTLINE_TRUSTED_PROXY_HOPS must be a whole number from 0 to 10.');
}
