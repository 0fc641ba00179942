import { BlockList, isIP } from 'node:net';

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
const bitsOf = (address: string) => (isIP(address) === 6 ? 128 : 32);

/** Whether a text is an IPv4 or IPv6 address, or a range in CIDR notation. */
export function isAllowlistEntry(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/%]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  return isIP(address) !== 0 && Number(bits) <= bitsOf(address);
}

/** Whether an allowlist of addresses and CIDR ranges contains an address. An empty one contains none. */
export function isAllowed(source: string, allowlist: readonly string[]): boolean {
  const list = new BlockList();
  for (const entry of allowlist) {
    const [address = '', bits] = entry.split('/');
    list.addSubnet(address, Number(bits ?? bitsOf(address)), familyOf(address));
  }
  return isIP(source) !== 0 && list.check(source, familyOf(source));
}
