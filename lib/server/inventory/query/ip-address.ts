import 'server-only';
import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An IP address. An IPv4 address that is written as IPv6 (`::ffff:10.1.2.3`) is that IPv4 address. */
interface IpAddress {
  /** In decimals with dots, or IPv6 compressed and in lower case. */
  text: string;
  /** The version and all bits, for example `ipv4:00001010…`. It begins with those of each network that contains it. */
  bits: string;
}

/**
 * Parses an IP address; null for other texts. IPv4 must have all four numbers, because short forms are ambiguous: most
 * programs read 10.1 as 10.0.0.1, most users as 10.1.0.0.
 */
export function readIpAddress(text: string): IpAddress | null {
  // Most texts are names. This test excludes them quickly.
  if (!text.includes(':') && !/\d$/.test(text)) return null;
  // ipaddr.js accepts short forms, and rejects some zones (`%eth0.100`) that Node accepts.
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  const bytes = address.toByteArray().map((byte) => byte.toString(2).padStart(8, '0'));
  return { text: address.toString(), bits: `${address.kind()}:${bytes.join('')}` };
}

/** Parses a network in CIDR notation. Returns the beginning of the bits of all its addresses; null for other texts. */
export function readNetwork(text: string): string | null {
  const [, ip = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const bits = readIpAddress(ip)?.bits ?? '';
  const end = bits.indexOf(':') + 1 + Number(length);
  // The prefix length of a network of IPv4-mapped IPv6 addresses counts other bits, so that such a network is not supported.
  return end > bits.length || !bits.startsWith(isIPv6(ip) ? 'ipv6' : 'ipv4') ? null : bits.slice(0, end);
}
