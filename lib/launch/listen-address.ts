import { isIPv6 } from 'node:net';

export type ListenAddress = { ok: true; host: string; port: number } | { ok: false; problem: string };

/**
 * Reads the address to listen on from HOSTNAME (default 127.0.0.1) and PORT (default 3000; 0: any free port).
 * In a container HOSTNAME is the machine's own name by default, so that name counts as unset.
 */
export function readListenAddress(
  environment: Record<string, string | undefined>,
  machineName: string,
): ListenAddress {
  const hostname = environment.HOSTNAME?.trim() ?? '';
  const host = hostname === '' || hostname === machineName ? '127.0.0.1' : hostname;
  const port = environment.PORT?.trim() || '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    return { ok: false, problem: `PORT must be a whole number from 0 to 65535; it is "${port}".` };
  }
  return { ok: true, host, port: Number(port) };
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
