import { isIPv4 } from 'node:net';

/** A name or an IPv4 address, or an IPv6 address in brackets. */
const written = /^(\[[\da-f:.]+\]|[^\s:/?#@\\[\]]+)$/i;
const canonical = /^(\[[\da-f:]+\]|[\w-]+(\.[\w-]+)*)$/;

/**
 * The one form of a host that is compared: lower case, punycode, no trailing dot, IPv6 addresses compressed and in
 * brackets. Null when the text is no host.
 */
export function canonicalHost(text: string): string | null {
  if (!written.test(text)) return null;
  const host = URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '');
  return host !== undefined && canonical.test(host) ? host : null;
}

/** The host that a `Host` header names, without its port (RFC 9110, 7.2); null when the header is malformed. */
export function hostOfHeader(header: string): string | null {
  const host = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(header)?.[1];
  return host === undefined ? null : canonicalHost(host);
}

/** Whether a canonical host always means the machine itself (RFC 6761, 6.3), so that no DNS answer can claim it. */
export function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/** Whether a canonical host is an IP address, which no DNS answer can redirect. */
export function isAddress(host: string): boolean {
  return host.startsWith('[') || isIPv4(host);
}
