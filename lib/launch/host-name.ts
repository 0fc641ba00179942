import { isIPv4 } from 'node:net';

/** A name, an IPv4 address, or an IPv6 address in brackets. */
const hostPattern = /^(\[[\da-f:.]+\]|[^\s:/?#@\\[\]]+)$/i;
const canonicalPattern = /^(\[[\da-f:]+\]|[\w-]+(\.[\w-]+)*)$/;

/**
 * Returns the canonical form of a host, in which hosts are compared: lower case, punycode, no trailing dot,
 * IPv6 addresses compressed and in brackets. Null when the text is not a valid host.
 */
export function canonicalHost(text: string): string | null {
  if (!hostPattern.test(text)) return null;
  const host = URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '');
  return host !== undefined && canonicalPattern.test(host) ? host : null;
}

/** Returns the canonical host of a `Host` header, without port (RFC 9110, 7.2); null when malformed. */
export function hostOfHeader(header: string): string | null {
  const host = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(header)?.[1];
  return host === undefined ? null : canonicalHost(host);
}

/** Whether a canonical host always means this machine (RFC 6761, 6.3): no DNS response can redirect it. */
export function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/** Whether a canonical host is an IP address, which no DNS response can redirect. */
export function isAddress(host: string): boolean {
  return host.startsWith('[') || isIPv4(host);
}
