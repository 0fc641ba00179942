import 'server-only';
import { isIP } from 'node:net';
import { namesMachine, namesPort, namesVirtualHost } from './names.ts';
import {
  isLocal,
  type LineReader,
  looksLikeAddress,
  type Machine,
  readToken,
  SHORT_NAME,
  shortened,
  type Token,
  tokensOfMachine,
  withMachine,
} from './token.ts';
import { tokensIn } from './words.ts';

const HOSTS_LINE = /^\s*([\da-f.:]+)(?:%\w+)?((?:[ \t,]+(?=[\d.]*[a-z])[a-z\d_][a-z\d_.-]*)+)\s*$/i;

/** Reads a line of a hosts file: one machine with its names. Those of the machine itself are local, as a laptop or a blocked host. */
export const readHostsLine: LineReader = (text, line) => {
  const [, ip = '', names = ''] = HOSTS_LINE.exec(text) ?? [];
  if (isIP(ip) === 0) return null;
  const words = [ip, ...names.trim().split(/[\s,]+/)];
  return isLocal(ip)
    ? words.map((name): Token => ({ line, text: shortened(name), reason: 'local' }))
    : tokensOfMachine(words, line, null, null);
};

const HOST_AND =
  /^\s*(?:[-*•+]\s+|Nmap scan report for )?"?([^\s:/,;"]+)"?(?:[,;]|\s+(?:[-–]\s+)?)["(]?(?:(\d+(?:\.\d+){3})\)?|(\d{2,5}))"?(?:$|[\s,;](.*))/;
/** The usual ports. Other numbers beside a host can be the status of an answer, a time or an amount. */
const usualPorts: ReadonlySet<string> = new Set(
  [
    '21 22 23 25 53 80 88 110 123 143 389 443 445 465 514 587 636 853 873 993 995',
    '1433 1521 2049 2181 3000 3306 3389 5000 5432 5601 5671 5672 5900 5985 5986 6379 6443 8000 8080 8081 8443 8883 8888',
    '9000 9042 9090 9092 9093 9100 9200 9300 9443 10250 11211 15672 27017',
  ].flatMap((ports) => ports.split(' ')),
);

/** Reads a line with a name and its address, or with its port alone: `db01,10.0.0.5,prod`, `db.example.com 5432`. */
export const readNameLine: LineReader = (text, line) => {
  const [, host = '', ip = '', number = '', rest = ''] = HOST_AND.exec(text) ?? [];
  if (isIP(host) === 0 && !looksLikeAddress(host) && !SHORT_NAME.test(host)) return null;
  if (isIP(host) !== 0 && ip !== '') return null;
  const names = ip === '' ? [host] : [host, ip];
  // `db.example.com,5432,Anna`
  const isCell = usualPorts.has(number) && /^\S+[,;\t]"?\d+"?[,;\t]/.test(text.trim());
  const isPort = isCell || rest.trim() === '';
  const port = ip === '' && isPort ? number : rest.trim();
  // It may be a port as well as a time in milliseconds.
  const unclear: Token[] =
    number !== '' && !isPort && canBePort(number) ? [{ line, text: number, reason: 'not_understood' }] : [];
  return [
    ...tokensOfMachine(names, line, canBePort(port) ? port : null, null),
    ...unclear,
    ...tokensIn(rest, line, { place: 'mention', reason: null }),
  ];
};

const canBePort = (number: string) =>
  usualPorts.has(number) || (/^\d{4,5}$/.test(number) && Number(number) >= 1024);

const HOST_AND_PORT = /^(.*[,;\t]\s*)"?([^\s:/,;"]+)"?[,;\t]\s*"?(\d{2,5})"?\s*$/;

/** Reads a line whose last cells are a host and its port: `shop,shop.example.com,8443`. */
export const readPortLine: LineReader = (text, line) => {
  const [, before = '', host = '', port = ''] = HOST_AND_PORT.exec(text) ?? [];
  if (isIP(host) === 0 && !looksLikeAddress(host)) return null;
  if (!canBePort(port) || [...tokensIn(before, line, { place: 'mention', reason: null })].some(Boolean))
    return null;
  return tokensOfMachine([host], line, port, null);
};

/** Not an IPv6 address in brackets. */
const HEADING = /^\s*\[\[?(?![\da-f]*:[\da-f:.]*\])([\w:.-]+)\]\]?\s*$/i;
const ANSIBLE_HOST = /^\s*([^\s=#]+)((?:\s+\w+=(?:"[^"]*"|'[^']*'|[^\s"']\S*))*)\s*$/;

/** Reads the lines of an inventory of Ansible that differ from those of a list: groups, and hosts with variables. */
export function createInventoryReader(): LineReader {
  let isOfGroups = false;
  let isOfVariables = false;
  /** Whether the lines are hosts. */
  let isOfHosts = false;
  return (text, line) => {
    // The sections of other files have settings.
    if (/^\s*[\w.-]+\s*=/.test(text)) {
      isOfHosts = false;
      if (isOfVariables) return tokensIn(text, line, { place: 'mention', reason: 'detail' });
    }
    const heading = HEADING.exec(text)?.[1];
    if (heading !== undefined) {
      isOfGroups = heading.endsWith(':children');
      isOfVariables = heading.endsWith(':vars');
      isOfHosts = !heading.includes(':');
      return [readToken(heading, line, { place: 'mention', reason: 'lookalike' })];
    }
    const [, host = '', variables = ''] = ANSIBLE_HOST.exec(text) ?? [];
    if (isOfGroups && host !== '') return [{ line, text: host, reason: 'lookalike' }];
    const address = /\sansible_(?:ssh_)?host=["']?([^\s"']+)/.exec(variables)?.[1];
    // `web01 env=prod` and `memcached` are hosts only below their group.
    if (!/\sansible_\w+=/.test(variables) && !(isOfHosts && /^[\w.-]+$/.test(host))) return null;
    const names = address === undefined ? [host] : [host, address];
    const others = tokensIn(variables.replace(address ?? '', ''), line, {
      place: 'mention',
      reason: 'detail',
    });
    return [...tokensOfMachine(names, line, null, null), ...others];
  };
}

const GREPABLE = /^Host: (\S+) \((\S*)\)\s*(.*)$/;

/** Reads a line of `nmap -oG`: one machine. One that is down is not compared. */
export const readGrepable: LineReader = (text, line) => {
  const [, ip, name = '', rest = ''] = GREPABLE.exec(text) ?? [];
  return ip === undefined
    ? null
    : tokensOfMachine([ip, name], line, null, /Status: Down/.test(rest) ? 'status' : null);
};

const DIRECTIVE = /^\s*([a-z][\w-]*)\s+(\S.*?)[\s;}]*$/i;
/** Directives whose values a proxy passes requests to. `server` is one in a block or with its semicolon, not in a sentence. */
const BACKEND =
  /^(?:.*[{;])?\s*(?:(?:proxy|fastcgi|uwsgi|scgi|grpc)_pass|reverse_proxy|php_fastcgi|ProxyPass(?:Reverse|Match)?|BalancerMember)\s|^\s+(?:default-)?server\s|^server\s.*;\s*$/i;
const VIRTUAL_HOST = /^\s*(?:server\s*\{|<VirtualHost\b)/i;
/** A port at which others than the machine itself reach a virtual host. */
const LISTENS = /^\s*(?:listen\s+|<VirtualHost\s+)(?!127\.|localhost|\[::1)(?:\S*:)?(\d{1,5})\b/i;
const HOST = /^[\w-]+(?:\.[\w-]+)*$/;

/**
 * Reads the directives of nginx, Apache, HAProxy, Nagios and SSH that say more about a host than the line alone: the port of a virtual
 * host, what is behind a proxy, and the name, address and port of a block.
 */
export function createDirectiveReader(): LineReader {
  /** The ports of the virtual host that is being read. */
  let ports: string[] = [];
  /** What a block describes. A line without indentation begins it. */
  let machine: Machine = { ports: null };

  return (text, line) => {
    if (VIRTUAL_HOST.test(text)) ports = [];
    const listened = LISTENS.exec(text)?.[1];
    if (listened !== undefined) ports.push(listened);
    if (!/^\s/.test(text)) machine = { ports: null };
    const [, name, value = ''] = DIRECTIVE.exec(text) ?? [];
    if (name === undefined) return null;
    if (BACKEND.test(text)) return tokensIn(text, line, { place: 'mention', reason: 'backend' });
    if (namesVirtualHost(name)) return readNames(value, ports, line);
    if (/\s/.test(value)) return null;
    if (namesMachine(name))
      return withMachine(tokensIn(value, line, { place: 'key', reason: null }), machine);
    if (namesPort(name)) machine.ports = value;
    return null;
  };
}

/** The names of a virtual host, also short ones, with its port if it listens at none of the usual ones. */
function* readNames(names: string, ports: readonly string[], line: number): Generator<Token | null> {
  const port = ports.includes('80') || ports.includes('443') ? undefined : ports[0];
  // `.example.com` is the domain and all below it.
  for (const name of names.replaceAll(/(?<=^|\s)\.(?=\w)(\S+)/g, '$1 *.$1').split(/\s+/)) {
    const isHost = HOST.test(name);
    const written = isHost && port !== undefined ? `${name}:${port}` : name;
    yield* tokensIn(written, line, { place: isHost ? 'cell' : 'mention', reason: null });
  }
}
