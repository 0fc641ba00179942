import 'server-only';
import { isIP } from 'node:net';
import { type ListedAddress, readListedAddress } from './listed-address.ts';
import { LABEL, type Token } from './token.ts';

type AddressToken = Token & { address: ListedAddress };

/**
 * Makes one address of those of a machine: of a row, a line of a hosts file, or an object of JSON, whose tokens follow each other. So
 * the IP address of a host that is monitored by its name is not missing. The others are counted as `other_name`.
 */
export function* foldMachines(tokens: Iterable<Token | null>): Generator<Token | null> {
  let held: AddressToken[] = [];
  for (const token of tokens) {
    if (token === null || !('address' in token)) yield token;
    else {
      if (token.machine === undefined || token.machine !== held[0]?.machine) {
        yield* folded(held);
        held = [];
      }
      held.push(token);
    }
  }
  yield* folded(held);
}

const isAddress = ({ host }: ListedAddress) => isIP(host) !== 0;
const isHost = ({ network, isWildcard }: ListedAddress) => network === null && !isWildcard;

/**
 * The first full name of a machine is its address, else a short one, else its first IP address. Its IP addresses, its short and private
 * names are others. Further full names are addresses of their own, which have its IP addresses, too.
 */
function folded(tokens: readonly AddressToken[]): Token[] {
  const hosts = tokens.filter(({ address }) => isHost(address));
  const isLong = ({ address }: AddressToken) => !isAddress(address) && address.host.includes('.');
  const main =
    hosts.find((token) => isLong(token) && !token.isPrivate && token.address.port !== null) ??
    hosts.find((token) => isLong(token) && !token.isPrivate) ??
    hosts.find(isLong) ??
    hosts.find(({ address }) => !isAddress(address)) ??
    hosts[0];
  const hasAddress = hosts.some(({ address }) => isAddress(address));
  const isOther = (token: AddressToken) => {
    if (token === main || main === undefined || token.machine === undefined) return false;
    // A database of Terraform has its host alone, and with its port.
    if (main.address.host === token.address.host && token.address.port === null) return true;
    if (isAddress(token.address))
      return !(token.isOfSeveral && isAddress(main.address) && token.machine.label === undefined);
    return isLong(token) ? token.isPrivate : hasAddress || (isLong(main) && !token.isOfSeveral);
  };
  const others = hosts.filter(isOther);
  const label = main?.machine?.label;
  const name = label !== undefined && LABEL.test(label) ? label : undefined;
  return tokens.flatMap((token): Token[] => {
    const { line, text, machine } = token;
    if (others.includes(token)) {
      if (!isAddress(token.address)) return [{ line, text, reason: 'other_name' }];
      const own = { ...token.address, others: name === undefined ? [] : [name] };
      return [{ line, text, machine, reason: 'other_name', own }];
    }
    const addresses = withPorts(token.address, token.machine?.ports ?? '');
    const isOfOthers = ({ address }: AddressToken) =>
      token === main || (isLong(token) && isHost(token.address) && isAddress(address));
    const hostsOfOthers = others.filter(isOfOthers).map((other) => other.address.host);
    const isNamed = token === main && isAddress(token.address) && name !== undefined;
    const named = isNamed ? [...hostsOfOthers, name] : hostsOfOthers;
    return addresses.map((address) => ({ line, text, machine, address: { ...address, others: named } }));
  });
}

/** An address that has no port, with each of those that stand beside it. */
function withPorts(address: ListedAddress, ports: string): ListedAddress[] {
  const numbers = ports.match(/\d+/g);
  if (numbers === null || address.port !== null || address.text.includes('/') || address.isWildcard)
    return [address];
  const host = isIP(address.host) === 6 ? `[${address.text}]` : address.text;
  return numbers.map((port) => readListedAddress(`${host}:${port}`, 'cell') ?? address);
}
