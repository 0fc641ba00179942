import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Parses an address. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) becomes the IPv4 address. */
function parseAddress(text: string): Address | undefined {
  // The library also parses 10.1, 012.0.0.1 and 0x7f.1 as IPv4; they are rejected because they are ambiguous.
  const isValid = text.includes(':') ? ipaddr.IPv6.isValid(text) : ipaddr.IPv4.isValidFourPartDecimal(text);
  return isValid ? ipaddr.process(text) : undefined;
}

/** Parses an address or CIDR range. An IPv4-mapped range is converted: `::ffff:10.0.0.0/104` to `10.0.0.0/8`. */
function parseRange(text: string): [Address, bits: number] | undefined {
  const [host = '', prefix, ...rest] = text.split('/');
  const address = parseAddress(host);
  if (address === undefined || rest.length > 0 || host.includes('%')) return undefined;
  const width = host.includes(':') ? 128 : 32;
  if (prefix !== undefined && !/^(0|[1-9]\d{0,2})$/.test(prefix)) return undefined;
  const bits = Number(prefix ?? width);
  if (bits > width) return undefined;
  const isMapped = width === 128 && address.kind() === 'ipv4';
  if (!isMapped) return [address, bits];
  return bits >= 96 ? [address, bits - 96] : [ipaddr.IPv6.parse(host), bits];
}

/** Whether a text is an IPv4 or IPv6 address, or a range in CIDR notation. */
export function isAllowlistEntry(text: string): boolean {
  return parseRange(text) !== undefined;
}

/** Whether an allowlist of addresses and CIDR ranges contains an address. An empty one contains none. */
export function isAllowed(source: string, allowlist: readonly string[]): boolean {
  const address = parseAddress(source);
  return allowlist.some((entry) => {
    const [network, bits] = parseRange(entry) ?? [];
    return network !== undefined && address?.kind() === network.kind() && address.match(network, bits ?? 0);
  });
}
