import 'server-only';
import { isIPv6 } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';
import { readIpAddress } from './ip-address.ts';

/** The normalized address of a monitor's target or of a pasted text. Equivalent notations are equal. */
export interface Address {
  /** Lower case, without brackets and trailing dot; international names in ASCII, IP addresses as in `IpAddress`. */
  host: string;
  /** The bits of an IP address; null for a name. */
  bits: string | null;
  /** Null: not specified, or the monitor's type has none. */
  port: number | null;
  /** Lower case, without query, fragment and trailing slashes; '' for the root. Null when not applicable. */
  path: string | null;
}

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ['http', 80],
  ['https', 443],
  ['ws', 80],
  ['wss', 443],
]);

const ADDRESS =
  /^(?:(?<scheme>[a-z][a-z\d+.-]*):\/\/)?(?:[^\s/?#]*@)?(?<host>\[[^\s\]]+\]|[^\s/?#@:[\]]+)(?::(?<port>\d{1,5}))?(?<path>\/[^?#]*)?(?:[?#].*)?$/iu;
const BEYOND_ASCII = /\P{ASCII}/u;
/** The beginning of a label of an international host name in ASCII. */
const ASCII_LABEL = /xn--/i;
/** The notation of `scp` and `git`, in which a path follows the colon. */
const USER_AT_HOST = /^[^\s/?#@:]+@(?<host>[^\s/?#@:[\]]+):/u;

/** Without the lookbehind, the match would be tried from each slash of a long row within a path: quadratic time. */
export const FINAL_SLASHES = /(?<!\/)\/+$/;

interface ParsedAddress extends Address {
  scheme: string | null;
  /** The host as in the text. */
  writtenHost: string;
  /** The path as in the text, without query and fragment. */
  writtenPath: string;
}

/** Parses a text of the same forms as `readPastedAddress`, and a host alone. Does not check the characters of a host name. */
export function parseAddress(text: string): ParsedAddress | null {
  const parts = (ADDRESS.exec(text) ?? USER_AT_HOST.exec(text))?.groups;
  const writtenHost = text.includes(':') && !text.includes('/') && isIPv6(text) ? text : (parts?.host ?? '');
  const name = writtenHost
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const ip = readIpAddress(name);
  const host = ip?.text ?? (BEYOND_ASCII.test(name) ? domainToASCII(name) : name);
  if (host === '') return null;
  const scheme = parts?.scheme?.toLowerCase() ?? null;
  const isWeb = scheme === null || DEFAULT_PORTS.has(scheme);
  return {
    host,
    bits: ip?.bits ?? null,
    port: parts?.port === undefined ? null : Number(parts.port),
    path: isWeb ? canonicalPath(parts?.path ?? '') : null,
    scheme,
    writtenHost,
    writtenPath: parts?.path ?? '',
  };
}

/**
 * Parses a word of a search as an address: a URL with or without scheme, `host:port`, `host/path`, `user@host`, or an
 * IP address. The default port of the scheme is omitted. Returns null for other words, also for a host name alone: as
 * a part of a text it finds more, for example its subdomains.
 */
export function readPastedAddress(word: string): Address | null {
  const text = word.replace(/^[<("'`]+/, '').replace(/[>)"'`,;.]+$/, '');
  const parts = parseAddress(text);
  if (parts === null || (parts.bits === null && parts.writtenHost === text)) return null;
  const { host, bits, port, path, scheme } = parts;
  return { host, bits, port: port === defaultPortOf(scheme) ? null : port, path };
}

/** Returns the address that a monitor checks; null when its target is not an address. */
export function addressOfTarget(monitor: {
  type: string;
  target: string;
  port: number | null;
}): Address | null {
  const { type, target, port } = monitor;
  const parts = parseAddress(target);
  if (parts === null) return null;
  const isWeb = type === 'http' || type === 'https';
  return {
    host: parts.host,
    bits: parts.bits,
    port: parts.port ?? port ?? defaultPortOf(parts.scheme ?? (isWeb ? type : null)),
    path: isWeb ? parts.path : null,
  };
}

/** Whether a monitor checks the pasted address. A missing port or path in the pasted address matches any. */
export function isSameAddress(pasted: Address, checked: Address): boolean {
  if (pasted.host !== checked.host) return false;
  if (pasted.port !== null && pasted.port !== checked.port) return false;
  return pasted.path === null || pasted.path === '' || pasted.path === checked.path;
}

/** Returns the spellings of a target: several if its host is an international name, otherwise the target alone. */
export function spellingsOf(target: string): string[] {
  if (!BEYOND_ASCII.test(target) && !ASCII_LABEL.test(target)) return [target];
  const parts = parseAddress(target);
  if (parts === null) return [target];
  const { host, writtenHost } = parts;
  const hosts = [writtenHost, host, domainToUnicode(host) || host];
  return [...new Set(hosts)].map((spelling) => target.replace(writtenHost, () => spelling));
}

/** Returns the default port of a web scheme; null for other schemes. */
export function defaultPortOf(scheme: string | null): number | null {
  return DEFAULT_PORTS.get(scheme ?? '') ?? null;
}

function canonicalPath(text: string): string {
  if (text === '') return text;
  return decode(text).toLowerCase().replace(FINAL_SLASHES, '');
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
