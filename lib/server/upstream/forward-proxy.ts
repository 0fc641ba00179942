import 'server-only';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';
import { refuseConfig } from '../errors.ts';

/** The variables of a forward proxy. Most tools read both spellings, the lower case one first. */
export interface ProxyVariables {
  HTTP_PROXY: string;
  HTTPS_PROXY: string;
  NO_PROXY: string;
}

/**
 * Returns the forward proxy for requests to an origin; null: requests go there directly.
 *
 * @throws ConfigError when the variable is not the URL of a proxy
 */
export function proxyFor(url: URL, variables: ProxyVariables): URL | null {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const value = variables[name];
  if (value === '' || isExcepted(url, variables.NO_PROXY)) return null;
  const proxy = URL.parse(value.includes('://') ? value : `http://${value}`);
  const isUsable = proxy !== null && /^https?:$/.test(proxy.protocol) && proxy.hostname !== '';
  if (isUsable && isDecodable(`${proxy.username}:${proxy.password}`)) return proxy;
  // The message does not contain the value, which may have a password.
  return refuseConfig(
    `${name} must be the URL of a proxy, such as http://proxy.example.com:3128. Special characters of its password must be percent-encoded.`,
  );
}

/** undici decodes the user and the password. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns a proxy's URL without user name and password, for the log. */
export const printableProxy = (proxy: URL): string => `${proxy.protocol}//${proxy.host}`;

/**
 * Whether NO_PROXY names a host. Its entries are `*`, a name (which includes names below it), `.suffix`, `*.suffix`, an IP address,
 * or a network such as `10.0.0.0/8`, each optionally with `:port`.
 */
function isExcepted(url: URL, noProxy: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return noProxy.split(/[\s,]+/).some((entry) => {
    const [, bracketed, plain = entry, entryPort] =
      /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (entry === '' || (entryPort !== undefined && entryPort !== port)) return false;
    return matches(host, bracketed ?? plain);
  });
}

/** @param entry of NO_PROXY, in lower case, without port */
function matches(host: string, entry: string): boolean {
  if (entry === '*') return true;
  const ip = isIP(entry.split('/')[0] ?? '');
  if (ip !== 0) return isIP(host) === ip && isInNetwork(host, entry);
  // The same form as the host of a URL: without a final dot, and international names in ASCII.
  const suffix = domainToASCII(entry.replace(/^\*?\./, '').replace(/\.$/, ''));
  if (suffix === '') return false;
  return host.endsWith(`.${suffix}`) || (host === suffix && !entry.startsWith('*'));
}

function isInNetwork(host: string, entry: string): boolean {
  const network = entry.includes('/') ? entry : `${entry}/${isIP(entry) === 4 ? 32 : 128}`;
  return ipaddr.isValidCIDR(network) && ipaddr.parse(host).match(ipaddr.parseCIDR(network));
}
