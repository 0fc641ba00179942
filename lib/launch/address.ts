export type Address = { ok: true; host: string; port: number } | { ok: false; problem: string };

/**
 * Where to listen: HOSTNAME (default 127.0.0.1) and PORT (default 3000; 0 takes a free one).
 * Containers set HOSTNAME to the machine's own name without anybody's asking; that is not a wish to leave loopback.
 */
export function readAddress(environment: Record<string, string | undefined>, machineName: string): Address {
  const wished = environment.HOSTNAME?.trim() ?? '';
  const host = wished === '' || wished === machineName ? '127.0.0.1' : wished;
  const port = environment.PORT?.trim() || '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    return { ok: false, problem: `PORT must be a whole number from 0 to 65535; it is "${port}".` };
  }
  return { ok: true, host, port: Number(port) };
}

/** The address as a person types it into a browser. */
export function printableUrl(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
