import 'server-only';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An IP address. An IPv4 address that is written as IPv6 (`::ffff:10.1.2.3`) is that IPv4 address. */
interface IpAddress {
  /** In decimals with dots, or IPv6 compressed and in lower case. */
  text: string;
  /** The version and all bits, for example `ipv4:00001010…`. See `readNetwork`. */
  bits: string;
}

/**
 * Parses an IP address; null for other texts. IPv4 must have all four numbers, because short forms are ambiguous: most
 * programs read 10.1 as 10.0.0.1, most users as 10.1.0.0.
 */
export function readIpAddress(text: string): IpAddress | null {
  const parsed = parse(text);
  if (parsed === null) return null;
  const address = isMapped(parsed) ? parsed.toIPv4Address() : parsed;
  return { text: address.toString(), bits: bitsOf(address) };
}

/** Parses a network in CIDR notation. Returns the beginning of the bits of all its addresses; null for other texts. */
export function readNetwork(text: string): string | null {
  const [, ip = '', digits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const address = parse(ip);
  if (address === null) return null;
  const length = Number(digits);
  const isIPv4Part = length >= MAPPED_BITS && isMapped(address);
  const bits = bitsOf(isIPv4Part ? address.toIPv4Address() : address);
  const end = bits.indexOf(':') + 1 + length - (isIPv4Part ? MAPPED_BITS : 0);
  return end > bits.length ? null : bits.slice(0, end);
}

/** The length of the network of the IPv4 addresses that are written as IPv6, `::ffff:0:0/96`. */
const MAPPED_BITS = 96;

/** Asks Node for the version, because ipaddr.js would try both, and would accept short forms of IPv4. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const version = isIP(text);
  if (version === 0) return null;
  return version === 4 ? ipaddr.IPv4.parse(text) : ipaddr.IPv6.parse(text);
}

function isMapped(address: ipaddr.IPv4 | ipaddr.IPv6): address is ipaddr.IPv6 {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
}

function bitsOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const bytes = address.toByteArray().map((byte) => byte.toString(2).padStart(8, '0'));
  return `${address.kind()}:${bytes.join('')}`;
}
