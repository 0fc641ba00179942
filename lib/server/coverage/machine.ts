import 'server-only';
import { isIP } from 'node:net';
import { type ListedAddress, readListedAddress } from './listed-address.ts';
import type { Token } from './token.ts';

type AddressToken = Token & { address: ListedAddress };

/**
 * Makes one address of those of a machine: of a row, a line of a hosts file, or an object of JSON, whose tokens follow each other. So
 * the IP address of a host that is monitored by its name is not missing. The others are counted as `detail`.
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

/** Beside a name, IP addresses are those of the machine, and a name without a dot is its short one. */
function folded(tokens: readonly AddressToken[]): Token[] {
  const named = tokens.filter(({ address }) => isHost(address) && !isAddress(address));
  const main = named.find(({ address }) => address.host.includes('.')) ?? named[0];
  const hasAddress = tokens.some(({ address }) => isHost(address) && isAddress(address));
  const isOther = ({ address }: AddressToken) => {
    if (isAddress(address) || address.host.includes('.')) return isAddress(address) && isHost(address);
    return isHost(address) && (hasAddress || main?.address.host.startsWith(`${address.host}.`));
  };
  const others = main === undefined ? [] : tokens.filter((token) => token !== main && isOther(token));
  return tokens.map((token) => {
    const { line, text } = token;
    if (others.includes(token)) return { line, text, reason: 'detail' };
    const address = withPort(token.address, token.machine?.port ?? null);
    return {
      line,
      text,
      address: token === main ? { ...address, others: others.map((other) => other.address.host) } : address,
    };
  });
}

/** Adds the port that stands beside an address which has none. */
function withPort(address: ListedAddress, port: string | null): ListedAddress {
  if (port === null || address.port !== null || address.text.includes('/') || address.isWildcard)
    return address;
  const host = isIP(address.host) === 6 ? `[${address.text}]` : address.text;
  return readListedAddress(`${host}:${port}`, 'cell') ?? address;
}
