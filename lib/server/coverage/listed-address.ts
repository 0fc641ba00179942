import 'server-only';
import { parse } from 'tldts';
import { readNetwork } from '../inventory/query/ip-address.ts';
import { defaultPortOf, FINAL_SLASHES, parseAddress } from '../inventory/query/pasted-address.ts';

/** An address in a list. Equivalent notations have the same key. */
export interface ListedAddress {
  /** As written, without user, query, fragment, trailing slash and dot, in one spelling of IP addresses. */
  text: string;
  key: string;
  /** As `Address.host`; of a wildcard what follows `*.`; of a network its first address as written. */
  host: string;
  isWildcard: boolean;
  /** The beginning of the bits of all addresses of a network; null for a single host. */
  network: string | null;
  /** `http` or `https`; null when not given, or when the scheme is another one. */
  scheme: 'http' | 'https' | null;
  /** Given, or the usual one of the scheme; null for any. */
  port: number | null;
  /** As `Address.path`; null for any. */
  path: string | null;
  /** Other names and addresses of the same machine, as `Address.host`. */
  others: string[];
}

/** The places of a text, and the host names without scheme and port that count there. */
const places = {
  /** A cell below a name that says that it is an address, or an entry of a list: a short name, too. */
  cell: { single: /./, unknownSuffix: true },
  /** A line of its own, or below a key or directive that names addresses. A headline and `"domain": "vpc"` are no hosts. */
  key: { single: /[\d-]/, unknownSuffix: true },
  /** A word among others. Only a public suffix tells a host from `index.handler`, and `http://backend` is a name of a cluster. */
  mention: { single: null, unknownSuffix: false },
} as const;
export type Place = keyof typeof places;

/** Schemes of what a monitor can check. Others, as `data` and `chrome-extension`, name no host of the network. */
export const checkedSchemes =
  /^(?:https?|wss?|tcp|udp|tls|ssl|ssh|s?ftps?|smtps?|imaps?|pop3s?|ldaps?|postgres(?:ql)?|mysql|mariadb|rediss?|mongodb|amqps?|mqtts?|kafka|nats|grpcs?|h2c|dns|icmp|ping|sips?|rts?mps?|git|telnet|memcached|fastcgi)(?:\+[a-z\d]+)?$/;

/** The usual ports of schemes other than those of the web. */
const usualPorts = new Map(
  Object.entries({
    ...{
      ssh: 22,
      sftp: 22,
      ftp: 21,
      telnet: 23,
      smtp: 25,
      smtps: 465,
      imap: 143,
      imaps: 993,
      ldap: 389,
      ldaps: 636,
    },
    ...{ postgres: 5432, postgresql: 5432, mysql: 3306, redis: 6379, rediss: 6379, mongodb: 27017 },
    ...{ amqp: 5672, amqps: 5671, mqtt: 1883, mqtts: 8883 },
  }),
);

const LABEL = '[a-z\\d_](?:[a-z\\d_-]{0,61}[a-z\\d_])?';
/** The last label contains a letter. A name that ends in a number would be a short form of an IP address, such as "1.25". */
const HOST_NAME = new RegExp(`^(?=.{1,253}$)(?:${LABEL}\\.)*(?=[^.]*[a-z])${LABEL}$`);
/** Suffixes of internal and reserved names (RFC 2606, 6762, 8375), which no registry has. */
const internal = /\.(?:example|test|invalid|internal|intranet|private|corp|home|lan|local)$/;
/** A network with an invalid length or with a mask. It is not a host with a path. */
const NO_NETWORK = /^(?:[\d.]+|\[[\da-f:.]+\])\/[\d.]+$/i;
/** The longest text that can be an address, characters. */
export const LONGEST = 2048;

/** Parses one address: a URL, a host with or without port and path, `*.domain`, an IP address or a network. Null for others. */
export function readListedAddress(written: string, place: Place): ListedAddress | null {
  // `mqtt.example.com:8883/tcp` is no path.
  const text = written.replace(/(:\d{1,5})\/(?:tcp|udp)$/i, '$1');
  if (text.length > LONGEST || /\s/.test(text)) return null;
  const bits = text.includes('/') ? readNetwork(text) : null;
  if (bits !== null) return networkOf(text, bits);
  if (NO_NETWORK.test(text)) return null;
  const bare = text.includes('*') ? text.replace(/^([a-z]+:\/\/)?\*\./i, '$1') : text;
  const isWildcard = bare !== text;
  const parsed = parseAddress(bare);
  if (parsed === null) return null;
  const { scheme, host } = parsed;
  const port = parsed.port ?? usualPorts.get(scheme ?? '') ?? null;
  if (port !== null && (port < 1 || port > 65_535)) return null;
  if (scheme !== null && !checkedSchemes.test(scheme)) return null;
  // Without a scheme it is probably an e-mail address.
  if (scheme === null && text.includes('@')) return null;
  if (parsed.bits === null ? !isHostName(parsed, isWildcard ? 'mention' : place) : isWildcard) return null;
  const web = webScheme(scheme);
  const path = isWildcard || !parsed.path ? null : parsed.path;
  const name = parsed.bits === null ? parsed.writtenHost.toLowerCase().replace(/\.$/, '') : host;
  const shownPath = path === null ? '' : parsed.writtenPath.replace(FINAL_SLASHES, '');
  const print = (prefix: string | null, named: string, shown: number | null, end: string) => {
    const shownPort = shown === null || shown === defaultPortOf(scheme) ? '' : `:${shown}`;
    const isBare = prefix === null && shownPort === '' && end === '';
    const bracketed = named.includes(':') && !isBare ? `[${named}]` : named;
    return `${prefix === null ? '' : `${prefix}://`}${isWildcard ? '*.' : ''}${bracketed}${shownPort}${end}`;
  };
  return {
    text: print(scheme, name, parsed.port, shownPath),
    key: print(web, host, port, path ?? ''),
    host,
    isWildcard,
    network: null,
    scheme: web,
    port: port ?? defaultPortOf(scheme),
    path,
    others: [],
  };
}

/** Reads a network. One of a single address, and one with the address of a machine in it, is that address. */
function networkOf(text: string, bits: string): ListedAddress | null {
  const [ip = ''] = text.split('/');
  // `10.0.0.5/24` is the address of a machine in a network. The last byte of a network is 0.
  const ofMachine = readNetwork(`${ip}/${bits.startsWith('ipv4') ? 32 : 128}`)?.slice(bits.length) ?? '';
  if (ofMachine === '' || ofMachine.slice(-8).includes('1')) return readListedAddress(ip, 'key');
  return {
    text: text.toLowerCase(),
    key: bits,
    host: ip,
    isWildcard: false,
    network: bits,
    scheme: null,
    port: null,
    path: null,
    others: [],
  };
}

function isHostName(
  { host, scheme, port }: { host: string; scheme: string | null; port: number | null },
  place: Place,
): boolean {
  if (!HOST_NAME.test(host)) return false;
  if ((scheme !== null || port !== null) && (place !== 'mention' || host.includes('.'))) return true;
  const { single, unknownSuffix } = places[place];
  // `_dmarc.example.com` is a record, `file_server` a directive.
  if (/(?:^|\.)_/.test(host)) return false;
  if (!host.includes('.'))
    return /[a-z]/.test(host) && (single?.test(host) ?? false) && (place === 'cell' || !host.includes('_'));
  if (unknownSuffix || internal.test(host)) return true;
  const { isIcann, domain } = parse(host);
  return isIcann === true && domain !== null;
}

function webScheme(scheme: string | null): 'http' | 'https' | null {
  if (scheme === 'http' || scheme === 'ws') return 'http';
  return scheme === 'https' || scheme === 'wss' ? 'https' : null;
}
