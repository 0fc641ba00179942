import 'server-only';
import { type ListedAddress, type Place, readListedAddress } from './listed-address.ts';

/** An entry of a list, with its line from 1: an address, or a text that is not understood as one. */
export type ListEntry = { line: number; address: ListedAddress } | { line: number; notUnderstood: string };

/** Keys and column names whose values are addresses: `dns_name`, `hosts`, `serverUrl`, `public_ip`. */
const addressName =
  /(?:^|[^a-z])(?:host(?:_?name)?s?|fqdns?|cnames?|external_?names?|addrs?|ipv[46]|server_?names?|domains?|domain_?names?|dns(?:_?names?)?|(?:web)?sites?|servers?|ur[il]s?|ips?|ip_?address(?:es)?|address(?:es)?|endpoints?|targets?|cidrs?|cidr_?blocks?|origins?|common_?name|subject_?alternative_?names?)$/;

/** Whether a key or the name of a column says that its values are addresses. */
export function namesAddresses(name: string): boolean {
  return addressName.test(
    name
      .trim()
      .replace(/([a-z])(?=[A-Z])/g, '$1_')
      .replaceAll(/[\s-]/g, '_')
      .toLowerCase(),
  );
}

/** Reads a text that should be one address. */
export function readEntry(text: string, line: number, place: Place): ListEntry {
  const address = readListedAddress(text, place);
  return address === null ? notUnderstood(text, line) : { line, address };
}

/** How much of a text that is not an address is shown, characters. */
const SHOWN = 200;

export function notUnderstood(text: string, line: number): ListEntry {
  return { line, notUnderstood: text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text };
}
