import 'server-only';
import { isIP } from 'node:net';
import { isLocal, type LineReader, looksLikeAddress, readToken, shortened, type Token } from './token.ts';
import { tokensIn } from './words.ts';

const HOSTS_LINE = /^\s*([\da-f.:]+)(?:%\w+)?((?:[ \t]+[a-z\d_.-]+)+)\s*$/i;

/** Reads a line of a hosts file that leads to the machine itself: its names are local, as a laptop or a blocked host. */
export const readOwnHosts: LineReader = (text, line) => {
  const [, ip = '', names = ''] = HOSTS_LINE.exec(text) ?? [];
  if (isIP(ip) === 0 || !isLocal(ip)) return null;
  return [ip, ...names.trim().split(/\s+/)].map(
    (name): Token => ({ line, text: shortened(name), reason: 'local' }),
  );
};

const HEADING = /^\s*\[([\w:.-]+)\]\s*$/;
const ANSIBLE_HOST = /^\s*([^\s=#]+)((?:\s+\w+=(?:"[^"]*"|'[^']*'|[^\s"']\S*))*)\s*$/;

/** Reads the lines of an inventory of Ansible that differ from those of a list: groups, and hosts whose address or port is a variable. */
export function createInventoryReader(): LineReader {
  let isOfGroups = false;
  return (text, line) => {
    const heading = HEADING.exec(text)?.[1];
    if (heading !== undefined) {
      isOfGroups = heading.endsWith(':children');
      return [readToken(heading, line, { place: 'mention', reason: null })];
    }
    const [, host = '', variables = ''] = ANSIBLE_HOST.exec(text) ?? [];
    if (isOfGroups && host !== '') return [{ line, text: host, reason: 'lookalike' }];
    const variable = (name: string) =>
      new RegExp(`\\sansible_(?:ssh_)?${name}=["']?([^\\s"']+)`).exec(variables)?.[1];
    const [address, port] = [variable('host'), variable('port')];
    if (address === undefined && port === undefined) return null;
    // An alias without a dot is no host where the address of the host is given.
    const target = looksLikeAddress(host) ? host : (address ?? host);
    const written = port === undefined ? target : `${target}:${port}`;
    return [
      readToken(written, line, { place: 'line', reason: null }) ?? {
        line,
        text: written,
        reason: 'not_understood',
      },
      // The address of a host with a name is no second host.
      ...tokensIn(variables, line, { place: 'mention', reason: 'detail' }),
    ];
  };
}

const GREPABLE = /^Host: (\S+) \((\S*)\)\s*(.*)$/;
const OPEN_PORT = /(?<=[\s,])(\d{1,5})\/open\//g;

/** Reads a line of `nmap -oG`: the address, the name and the open ports of a host. One that is down is not compared. */
export const readGrepable: LineReader = (text, line) => {
  const [, ip, name = '', rest = ''] = GREPABLE.exec(text) ?? [];
  if (ip === undefined) return null;
  const target = name === '' ? ip : name;
  const prefix = target.includes(':') ? `[${target}]` : target;
  const open = Array.from(rest.matchAll(OPEN_PORT), ([, port]) => `${prefix}:${port}`);
  const hosts = [ip, name].filter((host) => open.length === 0 || host !== target);
  const reason = /Status: Down/.test(rest) ? 'status' : null;
  return [...hosts, ...open].map((host) => readToken(host, line, { place: 'key', reason }));
};

const COLUMNS = /^(?:NAMESPACE {2,})?NAME {2,}[A-Z -]*(?:HOSTS|ADDRESS|-IP|HOSTNAMES)\b/;
/** In place of the hosts that the column has no room for. */
const CUT_OFF = /\+ \d+ more\.\.\./;
/** Columns with what the cluster reports about itself. */
const STATUS_COLUMN = /^(?:ADDRESS|NODE|IP|.*-IP)$/;

/** Reads what `kubectl get` prints: columns below their names. The text begins with the name of a column. Null for other lines. */
export function createColumnsReader(): LineReader {
  let columns: { name: string; from: number }[] = [];
  return (text, line) => {
    if (COLUMNS.test(text)) {
      columns = Array.from(text.matchAll(/\S+(?: \S+)*/g), ({ 0: name, index }) => ({ name, from: index }));
      return [];
    }
    // A line without wide spaces is no row: another list follows.
    if (columns.length === 0 || !/\S {2,}\S/.test(text)) return null;
    // With `--watch` rows can be wider than their columns.
    if (columns.some(({ from }) => /^\S\S$/.test(text.slice(Math.max(0, from - 1), from + 1))))
      return tokensIn(text, line, { place: 'mention', reason: 'not_understood' });
    const cut = CUT_OFF.exec(text)?.[0];
    return [
      ...(cut === undefined ? [] : [{ line, text: cut, reason: 'not_understood' as const }]),
      ...columns.flatMap(({ name, from }, index) => [
        ...tokensIn(text.slice(from, columns[index + 1]?.from), line, {
          place: /^HOST(?:NAME)?S$/.test(name) ? 'key' : 'mention',
          reason: STATUS_COLUMN.test(name) ? 'status' : null,
        }),
      ]),
    ];
  };
}
