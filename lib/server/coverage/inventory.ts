import 'server-only';
import { isIP } from 'node:net';
import { isLocal, type LineReader, looksLikeAddress, readToken, type Token } from './token.ts';
import { tokensIn } from './words.ts';

const HOSTS_LINE = /^\s*([\da-f.:]+)(?:%\w+)?((?:[ \t]+[a-z\d_.-]+)+)\s*$/i;
const ipOf = (line: string) => HOSTS_LINE.exec(line)?.[1] ?? '';

/** Whether each line is one of a hosts file: an IP address, then names. */
function isHostsFile(start: string): boolean {
  const lines = start.split('\n').map((line) => line.replace(/#.*/, ''));
  return (
    lines.some((line) => line.trim() !== '') &&
    lines.every((line) => line.trim() === '' || isIP(ipOf(line)) !== 0)
  );
}

/**
 * Reads the lines of a hosts file, where names need no dot. What leads to the machine itself is local, in any list: a laptop, a
 * blocked host.
 */
export function createHostsReader(start: string): LineReader {
  const isWhole = isHostsFile(start);
  return (text, line) => {
    const ip = ipOf(text);
    const isOwn = isIP(ip) !== 0 && isLocal(ip);
    if (!isOwn && !isWhole) return null;
    const names = HOSTS_LINE.exec(text)?.[2]?.trim().split(/\s+/) ?? [];
    return [ip, ...names].map((name) =>
      readToken(name, line, { place: 'host', reason: isOwn ? 'local' : null }),
    );
  };
}

/** A host of Ansible, then variables: `web[01:20].example.com ansible_port=2222`. */
const ANSIBLE_HOST = /^\s*([^\s=#]+?):?((?:\s+\w+=(?:"[^"]*"|'[^']*'|[^\s"']\S*))*)\s*$/;
const RANGE = /\[(\w{1,9}):(\w{1,9})(?::(\d{1,9}))?\]/;
const HEADING = /^\s*\[([\w:.-]+)\]\s*$/;
/** Maximum number of hosts that a range can stand for. */
const MAX_HOSTS = 1000;

/** Reads the lines of an inventory of Ansible that differ from those of a list: groups, ranges, and hosts with variables. */
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
    const isRange = RANGE.test(host) && !host.startsWith('[');
    return isRange || /\sansible_(?:ssh_)?(?:host|port)=/.test(variables)
      ? readHost(host, variables, line)
      : null;
  };
}

function* readHost(host: string, variables: string, line: number): Generator<Token | null> {
  const variable = (name: string) =>
    new RegExp(`\\sansible_(?:ssh_)?${name}=["']?([^\\s"']+)`).exec(variables)?.[1] ?? null;
  const [address, port] = [variable('host'), variable('port')];
  const suffix = port === null ? '' : `:${port}`;
  const hosts = expanded(host, MAX_HOSTS);
  if (hosts === null) yield { line, text: host, reason: 'not_understood' };
  for (const name of hosts ?? []) {
    // An alias without a dot is no host where the address of the host is given.
    const isAlias = address !== null && !looksLikeAddress(name);
    const text = `${isAlias ? address : name}${suffix}`;
    yield readToken(text, line, { place: 'line', reason: null }) ?? { line, text, reason: 'not_understood' };
    // The address of a host with a name is no second host.
    if (!isAlias && address !== null) yield readToken(address, line, { place: 'line', reason: 'detail' });
  }
  const others = variables.replace(/\sansible_(?:ssh_)?(?:host|port)=\S+/g, '');
  yield* tokensIn(others, line, { place: 'mention', reason: null });
}

/** The hosts that a range stands for: web[01:20], db-[a:f], [0:20:5]. Null: more than `most`, or no range. */
function expanded(host: string, most: number): string[] | null {
  const range = RANGE.exec(host);
  if (range === null) return /[[\]]/.test(host) && !host.includes('::') ? null : [host];
  const [whole, from = '', to = '', step = '1'] = range;
  const isNumber = /^\d+$/.test(from) && /^\d+$/.test(to);
  if (!isNumber && !(/^[a-z]$/i.test(from) && /^[a-z]$/i.test(to))) return null;
  const numberOf = (end: string) => (isNumber ? Number(end) : end.charCodeAt(0));
  const count = Math.floor((numberOf(to) - numberOf(from)) / Number(step)) + 1;
  if (!(count >= 1 && count <= most)) return null;
  const texts = Array.from({ length: count }, (_, index) => {
    const value = numberOf(from) + index * Number(step);
    return isNumber ? String(value).padStart(from.length, '0') : String.fromCharCode(value);
  });
  const all = texts.map((text) => expanded(host.replace(whole, text), Math.floor(most / count)));
  return all.every((hosts) => hosts !== null) ? all.flat() : null;
}
