import { isIPv6 } from 'node:net';
import { canonicalHost, isLoopbackHost } from './host-name.ts';
import { isWildcardAddress } from './listen-address.ts';

type AllowedHostsSetting = { ok: true; hosts: string[] } | { ok: false; problem: string };

/** Parses SIGHTLINE_ALLOWED_HOSTS into canonical hosts; `problem` is a sentence for the operator. */
export function readAllowedHosts(value: string | undefined): AllowedHostsSetting {
  const entries = value?.trim() ? value.split(',').map((entry) => entry.trim()) : [];
  const hosts: string[] = [];
  for (const entry of entries) {
    const host = canonicalHost(withBrackets(entry));
    if (host === null) {
      return {
        ok: false,
        problem: `SIGHTLINE_ALLOWED_HOSTS must be a comma-separated list of host names or IP addresses, without scheme, port or wildcard; "${entry}" is invalid.`,
      };
    }
    hosts.push(host);
  }
  return { ok: true, hosts };
}

interface HostSettings {
  /** HOSTNAME: the address to listen on. */
  hostname: string;
  /** SIGHTLINE_PUBLIC_URL. */
  publicUrl: URL | null;
  /** SIGHTLINE_ALLOWED_HOSTS, canonical. */
  listed: readonly string[];
}

/**
 * Determines the hosts that requests may be sent to. A web site can point its own name at this server (DNS
 * rebinding) and would then read our responses as its own, so only loopback and configured hosts are allowed.
 * The port is ignored: tunnels and containers map it, and ignoring it does not help another site.
 *
 * @returns a function that tells whether a canonical host is allowed
 */
export function createAllowedHosts({ hostname, publicUrl, listed }: HostSettings): (host: string) => boolean {
  const own = isWildcardAddress(hostname) ? null : canonicalHost(withBrackets(hostname));
  const hosts = new Set([...listed, own, canonicalHost(publicUrl?.hostname ?? '')]);
  return (host) => isLoopbackHost(host) || hosts.has(host);
}

function withBrackets(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}
