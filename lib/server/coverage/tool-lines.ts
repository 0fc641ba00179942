import 'server-only';
import { isIP } from 'node:net';
import { isLocal, type LineReader, type Machine, readToken, shortened, type Token } from './token.ts';
import { tokensIn } from './words.ts';

const HOSTS_LINE = /^\s*([\da-f.:]+)(?:%\w+)?((?:[ \t]+(?!\d+\s*$)[a-z\d_.-]+)+)\s*$/i;

/** Reads a line of a hosts file: one machine with its names. Those of the machine itself are local, as a laptop or a blocked host. */
export const readHostsLine: LineReader = (text, line) => {
  const [, ip = '', names = ''] = HOSTS_LINE.exec(text) ?? [];
  if (isIP(ip) === 0) return null;
  const words = [ip, ...names.trim().split(/\s+/)];
  if (isLocal(ip)) return words.map((name): Token => ({ line, text: shortened(name), reason: 'local' }));
  const machine: Machine = { port: null };
  return words.map((name): Token | null => {
    const token = readToken(name, line, { place: 'cell', reason: null });
    return token && { ...token, machine };
  });
};

const HEADING = /^\s*\[\[?([\w:.-]+)\]\]?\s*$/;
const ANSIBLE_HOST = /^\s*([^\s=#]+)((?:\s+\w+=(?:"[^"]*"|'[^']*'|[^\s"']\S*))*)\s*$/;

/** Reads the lines of an inventory of Ansible that differ from those of a list: groups, and hosts whose address or port is a variable. */
export function createInventoryReader(): LineReader {
  let isOfGroups = false;
  return (text, line) => {
    const heading = HEADING.exec(text)?.[1];
    if (heading !== undefined) {
      isOfGroups = heading.endsWith(':children');
      return [readToken(heading, line, { place: 'mention', reason: 'lookalike' })];
    }
    const [, host = '', variables = ''] = ANSIBLE_HOST.exec(text) ?? [];
    if (isOfGroups && host !== '') return [{ line, text: host, reason: 'lookalike' }];
    const variable = (name: string) =>
      new RegExp(`\\sansible_(?:ssh_)?${name}=["']?([^\\s"']+)`).exec(variables)?.[1];
    const [address, port] = [variable('host'), variable('port')];
    if (address === undefined && port === undefined) return null;
    const machine: Machine = { port: port ?? null };
    const names = [host, address ?? ''].map((name): Token | null => {
      const token = readToken(name, line, { place: 'cell', reason: null });
      return token && { ...token, machine };
    });
    const others = variables.replace(/\sansible_(?:ssh_)?host=\S+/, '');
    return [...names, ...tokensIn(others, line, { place: 'mention', reason: 'detail' })];
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
