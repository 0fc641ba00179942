import 'server-only';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';

/** What a monitor checks, or what somebody pasted, in one form: URLs that differ in writing only are equal. */
export interface Address {
  /** Lower case, without brackets and trailing dot; international names in ASCII, IPv6 compressed. */
  host: string;
  /** Null: any, or the monitor's type has none. */
  port: number | null;
  /** Without query, fragment and trailing slashes, folded; '' at the root. Null where there can be none. */
  path: string | null;
}

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ['http', 80],
  ['https', 443],
  ['ws', 80],
  ['wss', 443],
]);

const PARTS =
  /^(?:(?<scheme>[a-z][a-z\d+.-]*):\/\/)?(?:[^\s/?#@]*@)?(?<host>\[[^\s\]]+\]|[^\s/?#@:[\]]+)(?::(?<port>\d{1,5}))?(?<path>\/[^?#]*)?(?:[?#].*)?$/iu;
/** As `scp` and `git` write it: what follows the colon is a path at the host. */
const USER_AT_HOST = /^[^\s/?#@:]+@(?<host>[^\s/?#@:[\]]+):/u;

interface WrittenAddress extends Address {
  scheme: string | null;
  /** Whether nothing but the host is written. */
  isBareHost: boolean;
}

function readParts(text: string): WrittenAddress | null {
  const parts = (PARTS.exec(text) ?? USER_AT_HOST.exec(text))?.groups;
  const written = ipaddr.IPv6.isValid(text) ? text : (parts?.host ?? '');
  const host = canonicalHost(written);
  if (host === null) return null;
  const scheme = parts?.scheme?.toLowerCase() ?? null;
  const isWeb = scheme === null || DEFAULT_PORTS.has(scheme);
  return {
    host,
    port: parts?.port === undefined ? null : Number(parts.port),
    path: isWeb ? canonicalPath(parts?.path ?? '') : null,
    scheme,
    isBareHost: written === text,
  };
}

/**
 * The address that a word of a search spells: a URL with or without scheme, `host:port`, `host/path`, `user@host`, an
 * IP address. The port that belongs to the scheme counts as none. Null for any other word, a host's bare name too:
 * as a part of a text it finds more, the names below it among them.
 */
export function readPastedAddress(word: string): Address | null {
  const parts = readParts(word.replace(/^[<("'`]+/, '').replace(/[>)"'`,;.]+$/, ''));
  if (parts === null || (parts.isBareHost && !isIpAddress(parts.host))) return null;
  const { host, port, path, scheme } = parts;
  return { host, port: port === defaultPortOf(scheme) ? null : port, path };
}

/** What a monitor checks; null when its target is no address. */
export function addressOfTarget(monitor: {
  type: string;
  target: string;
  port: number | null;
}): Address | null {
  const { type, target, port } = monitor;
  const parts = readParts(target);
  if (parts === null) return null;
  const isWeb = type === 'http' || type === 'https';
  return {
    host: parts.host,
    port: parts.port ?? port ?? defaultPortOf(parts.scheme ?? (isWeb ? type : null)),
    path: isWeb ? parts.path : null,
  };
}

/** Whether what a monitor checks is what was pasted. Where the paste names no port or no path, any will do. */
export function isSameAddress(pasted: Address, checked: Address): boolean {
  if (pasted.host !== checked.host) return false;
  if (pasted.port !== null && pasted.port !== checked.port) return false;
  return pasted.path === null || pasted.path === '' || pasted.path === checked.path;
}

function defaultPortOf(scheme: string | null): number | null {
  return DEFAULT_PORTS.get(scheme ?? '') ?? null;
}

/** Whether a host is a whole IP address, IPv4 with all four numbers. */
export function isIpAddress(host: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host);
}

function canonicalHost(written: string): string | null {
  const host = written
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (ipaddr.IPv6.isValid(host)) return ipaddr.IPv6.parse(host).toString();
  const ascii = /\P{ASCII}/u.test(host) ? domainToASCII(host) : host;
  return ascii === '' ? null : ascii;
}

function canonicalPath(written: string): string {
  return decoded(written).toLowerCase().replace(/\/+$/, '');
}

function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
