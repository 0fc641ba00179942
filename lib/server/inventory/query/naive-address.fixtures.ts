import { isIP } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';

/*
 * A slow and simple parser of addresses, written from their description and independent of the tested code.
 */

interface NaiveAddress {
  host: string;
  port: number | null;
  path: string | null;
}

const webPorts = new Map([
  ['http', 80],
  ['https', 443],
  ['ws', 80],
  ['wss', 443],
]);
const defaultPort = (scheme: string | null) => webPorts.get(scheme ?? '') ?? null;

interface Parts {
  host: string;
  port: number | null;
  path: string;
}

/** Divides `host[:port][/path][?query][#fragment]`; null for other texts. */
function divideRest(text: string): Parts | null {
  const end = text.startsWith('[') ? text.indexOf(']') + 1 : text.search(/[\s/?#@:[\]]|$/);
  const host = text.slice(0, end);
  if (host === '' || host === '[]' || /\s/.test(host)) return null;
  const [digits] = /^:\d+/.exec(text.slice(end)) ?? [''];
  if (digits.length > 6) return null;
  const tail = text.slice(end + digits.length);
  if (!/^([/?#]|$)/.test(tail)) return null;
  const [path = ''] = tail.split(/[?#]/, 1);
  return { host, port: digits === '' ? null : Number(digits.slice(1)), path };
}

/** Divides `[scheme://][user@]rest`. The user may contain `@`, so the last one that fits ends it. */
function divide(text: string): (Parts & { scheme: string | null }) | null {
  if (isIP(text) === 6) return { scheme: null, host: text, port: null, path: '' };
  const [first = '', ...others] = text.split('://');
  const hasScheme = others.length > 0 && /^[a-z][a-z0-9+.-]*$/i.test(first);
  const scheme = hasScheme ? first.toLowerCase() : null;
  const rest = hasScheme ? others.join('://') : text;
  const users = [...rest.matchAll(/@/g)]
    .map(({ index }) => index + 1)
    .filter((end) => !/[\s/?#]/.test(rest.slice(0, end)));
  for (const begin of [...users.reverse(), 0]) {
    const parts = divideRest(rest.slice(begin));
    if (parts !== null) return { scheme, ...parts };
  }
  // The notation of scp: user@host:path.
  const [user = '', host = '', ...more] = text.split(':', 1)[0]?.split('@') ?? [];
  const isScp = text.includes(':') && more.length === 0 && user !== '' && host !== '';
  if (!isScp || /[\s/?#[\]]/.test(host) || /[\s/?#]/.test(user)) return null;
  return { scheme: null, host, port: null, path: '' };
}

const nameOf = (written: string) =>
  written
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();

/** One notation of each host: an IPv4 address that is written as IPv6 is that IPv4 address. '' for none. */
function canonicalHost(written: string): string {
  const name = nameOf(written);
  if (isIP(name) !== 6) return /\P{ASCII}/u.test(name) ? domainToASCII(name) : name;
  const zone = /%.*$/.exec(name)?.[0] ?? '';
  const short = new URL(`http://[${name.replace(zone, '')}]/`).hostname.slice(1, -1);
  const [, high = '', low = ''] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? [];
  if (high === '') return short + zone;
  const bits = [high, low].map((part) => Number.parseInt(part, 16));
  return bits.flatMap((part) => [part >> 8, part & 255]).join('.');
}

function canonicalPath(path: string): string {
  try {
    return decodeURI(path).toLowerCase().replace(/\/*$/, '');
  } catch {
    return path.toLowerCase().replace(/\/*$/, '');
  }
}

/** The address in a word of a search; null: the word is none. A name alone is none. */
export function pastedAddress(word: string): NaiveAddress | null {
  const text = word.replace(/^[<("'`]+/, '').replace(/[>)"'`,;.]+$/, '');
  const parts = divide(text);
  const host = canonicalHost(parts?.host ?? '');
  if (parts === null || host === '' || (parts.host === text && isIP(nameOf(text)) === 0)) return null;
  const { scheme, port, path } = parts;
  const isWeb = scheme === null || webPorts.has(scheme);
  return { host, port: port === defaultPort(scheme) ? null : port, path: isWeb ? canonicalPath(path) : null };
}

/** The address that a monitor checks; null: none. */
export function checkedAddress(monitor: {
  type: string;
  target: string;
  port: number | null;
}): NaiveAddress | null {
  const parts = divide(monitor.target);
  const host = canonicalHost(parts?.host ?? '');
  if (parts === null || host === '') return null;
  const isWeb = monitor.type.startsWith('http');
  const port = parts.port ?? monitor.port ?? defaultPort(parts.scheme ?? monitor.type);
  const isPathKnown = parts.scheme === null || webPorts.has(parts.scheme);
  return { host, port, path: isWeb && isPathKnown ? canonicalPath(parts.path) : null };
}

/** Whether a monitor checks this address. Without a port or a path, any is meant. */
export const isChecked = (pasted: NaiveAddress, checked: NaiveAddress): boolean =>
  pasted.host === checked.host &&
  (pasted.port ?? checked.port) === checked.port &&
  (pasted.path || checked.path) === checked.path;

/** A target, and if its host is an international name, the same with the host in ASCII and in Unicode. */
export function spellings(target: string): string[] {
  const written = divide(target)?.host ?? '';
  const host = canonicalHost(written);
  const isInternational = /\P{ASCII}/u.test(target) || target.toLowerCase().includes('xn--');
  if (host === '' || !isInternational) return [target];
  const others = [host, domainToUnicode(host) || host];
  return [target, ...others.map((other) => target.replace(written, () => other))];
}
