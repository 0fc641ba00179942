import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** The source addresses from which a key may be used. */
export interface IpAllowlist {
  includes(address: string): boolean;
}

function parseAddress(text: string): Address | undefined {
  // The library also parses 10.1, 012.0.0.1 and 0x7f.1 as IPv4; they are rejected because they are ambiguous.
  if (!text.includes(':'))
    return ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text) : undefined;
  return ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : undefined;
}

/** Parses an address or CIDR range. An IPv4-mapped range is converted: `::ffff:10.0.0.0/104` to `10.0.0.0/8`. */
function parseRange(text: string): Range | undefined {
  const [host = '', prefix, ...rest] = text.split('/');
  if (rest.length > 0 || host.includes('%')) return undefined;
  const address = parseAddress(host);
  if (address === undefined) return undefined;
  const width = host.includes(':') ? 128 : 32;
  if (prefix !== undefined && !/^(0|[1-9]\d{0,2})$/.test(prefix)) return undefined;
  const bits = prefix === undefined ? width : Number(prefix);
  if (bits > width) return undefined;
  const mapped = width === 128 && address.kind() === 'ipv4';
  if (!mapped) return [address, bits];
  return bits >= 96 ? [address, bits - 96] : [ipaddr.IPv6.parse(host), bits];
}

/** Whether a text is a valid allowlist entry: an IPv4 or IPv6 address, or a range in CIDR notation. */
export function isAllowlistEntry(text: string): boolean {
  return parseRange(text) !== undefined;
}

/**
 * Creates an allowlist of addresses and CIDR ranges. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) counts as the
 * IPv4 address, on the list and as a source. An empty list includes no address.
 * @throws RangeError when an entry is neither an address nor a range
 */
export function createIpAllowlist(entries: readonly string[]): IpAllowlist {
  const ranges = entries.map((entry) => {
    const range = parseRange(entry);
    if (range === undefined) throw new RangeError(`Not an IP address or CIDR range: ${entry}`);
    return range;
  });
  return {
    includes(text) {
      const address = parseAddress(text);
      if (address === undefined) return false;
      return ranges.some(
        ([network, bits]) => address.kind() === network.kind() && address.match(network, bits),
      );
    },
  };
}
