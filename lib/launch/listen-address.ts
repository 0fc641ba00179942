import { isIPv6 } from 'node:net';
import { SettingError } from './setting-error.ts';

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

/** Whether it is a wildcard address: listening on it means listening on every address of the machine. */
export function isWildcardAddress(host: string): boolean {
  const canonical = isIPv6(host) ? URL.parse(`http://[${host}]`)?.hostname : host;
  return canonical === '0.0.0.0' || canonical === '[::]';
}

/** Returns the URL that a user opens in a browser. */
export function printableUrl(host: string, port: number): string {
  const name = isWildcardAddress(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/**
 * Returns the message that the launcher prints once the product is served.
 * @param options.hasConfiguredHosts whether SIGHTLINE_PUBLIC_URL or SIGHTLINE_ALLOWED_HOSTS names a host
 */
export function startMessage(options: {
  host: string;
  port: number;
  basePath: string;
  isDemo: boolean;
  hasConfiguredHosts: boolean;
}): string {
  const { host, port, basePath, isDemo, hasConfiguredHosts } = options;
  const message = `Sightline is running at ${printableUrl(host, port)}${basePath}${isDemo ? ' with demo data' : ''}`;
  if (hasConfiguredHosts || !isWildcardAddress(host)) return message;
  return `${message}\nIt answers only to localhost. To open it from other machines, set SIGHTLINE_ALLOWED_HOSTS to this machine’s host name or IP address.`;
}
