import 'server-only';
import ipaddr from 'ipaddr.js';

/**
 * What an address counts as when login attempts are limited. Whoever has one IPv6 address has the 2^64 of its network,
 * so these count as one. An IPv4 address counts by itself, however it is written.
 *
 * @returns a text that is the same for all addresses of one network; what is no address counts as it is
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
