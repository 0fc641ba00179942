import 'server-only';
import ipaddr from 'ipaddr.js';

/**
 * Returns the network by which login attempts from an address are counted. A client with an IPv6 address
 * usually has all 2^64 addresses of its /64 network, so these count as one. Each IPv4 address counts
 * separately, in any notation.
 *
 * @returns a text that is the same for all addresses of one network; a text that is not an address unchanged
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
