import 'server-only';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';

/** The normalized address of a monitor's target or of a pasted text. Equivalent notations are equal. */
export interface Address {
  /** Lower case, without brackets and trailing dot; international names in ASCII, IPv6 compressed. */
  host: string;
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
  /^(?:(?<scheme>[a-z][a-z\d+.-]*):\/\/)?(?:[^\s/?#@]*@)?(?<host>\[[^\s\]]+\]|[^\s/?#@:[\]]+)(?::(?<port>\d{1,5}))?(?<path>\/[^?#]*)?(?:[?#].*)?$/iu;
/** The notation of `scp` and `git`, in which a path follows the colon. */
const USER_AT_HOST = /^[^\s/?#@:]+@(?<host>[^\s/?#@:[\]]+):/u;

interface ParsedAddress extends Address {
  scheme: string | null;
  /** Whether the text consists of the host only. */
  isBareHost: boolean;
}

function parseAddress(text: string): ParsedAddress | null {
  const parts = (ADDRESS.exec(text) ?? USER_AT_HOST.exec(text))?.groups;
  const host = ipaddr.IPv6.isValid(text) ? text : (parts?.host ?? '');
  const canonical = canonicalHost(host);
  if (canonical === null) return null;
  const scheme = parts?.scheme?.toLowerCase() ?? null;
  const isWeb = scheme === null || DEFAULT_PORTS.has(scheme);
  return {
    host: canonical,
    port: parts?.port === undefined ? null : Number(parts.port),
    path: isWeb ? canonicalPath(parts?.path ?? '') : null,
    scheme,
    isBareHost: host === text,
  };
}

/**
 * Parses a word of a search as an address: a URL with or without scheme, `host:port`, `host/path`, `user@host`, or an
 * IP address. The default port of the scheme is omitted. Returns null for other words, also for a host name alone: as
 * a part of a text it finds more, for example its subdomains.
 */
export function readPastedAddress(word: string): Address | null {
  const parts = parseAddress(word.replace(/^[<("'`]+/, '').replace(/[>)"'`,;.]+$/, ''));
  if (parts === null || (parts.isBareHost && !isIpAddress(parts.host))) return null;
  const { host, port, path, scheme } = parts;
  return { host, port: port === defaultPortOf(scheme) ? null : port, path };
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

function defaultPortOf(scheme: string | null): number | null {
  return DEFAULT_PORTS.get(scheme ?? '') ?? null;
}

/** Whether a host is an IP address. IPv4 must have all four numbers. */
export function isIpAddress(host: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host);
}

function canonicalHost(text: string): string | null {
  const host = text
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (ipaddr.IPv6.isValid(host)) return ipaddr.IPv6.parse(host).toString();
  const ascii = /\P{ASCII}/u.test(host) ? domainToASCII(host) : host;
  return ascii === '' ? null : ascii;
}

function canonicalPath(text: string): string {
  return decode(text).toLowerCase().replace(/\/+$/, '');
}

function decode(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
