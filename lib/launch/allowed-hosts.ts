import { isIPv6 } from 'node:net';
import { canonicalHost, isLoopbackHost } from './host-name.ts';
import { isWildcardAddress } from './listen-address.ts';
import { SettingError } from './setting-error.ts';

/** Parses SIGHTLINE_ALLOWED_HOSTS into canonical hosts. @throws SettingError */
export function readAllowedHosts(value: string | undefined): string[] {
  const entries = value?.trim() ? value.split(',').map((entry) => entry.trim()) : [];
  return entries.map((entry) => {
    const host = canonicalHost(withBrackets(entry));
    if (host !== null) return host;
    throw new SettingError(
      `SIGHTLINE_ALLOWED_HOSTS must be a comma-separated list of host names or IP addresses, without scheme, port or wildcard; "${entry}" is invalid.`,
    );
  });
}

/**
 * Determines the hosts that requests may be sent to. A web site can point its own name at this server (DNS
 * rebinding) and would then read our responses as its own, so only loopback and configured hosts are allowed.
 * The port is ignored: tunnels and containers map it, and ignoring it does not help another site.
 *
 * @param settings.hostname HOSTNAME: the address to listen on
 * @param settings.publicUrl SIGHTLINE_PUBLIC_URL
 * @param settings.listed SIGHTLINE_ALLOWED_HOSTS, canonical
 * @returns a function that tells whether a canonical host is allowed
 */
export function createAllowedHosts(settings: {
  hostname: string;
  publicUrl: URL | null;
  listed: readonly string[];
}): (host: string) => boolean {
  const { hostname, publicUrl, listed } = settings;
  const own = isWildcardAddress(hostname) ? null : canonicalHost(withBrackets(hostname));
  const hosts = new Set([...listed, own, canonicalHost(publicUrl?.hostname ?? '')]);
  return (host) => isLoopbackHost(host) || hosts.has(host);
}

function withBrackets(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}
