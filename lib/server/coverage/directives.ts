import 'server-only';
import { namesMachine, namesPort, namesVirtualHost } from './names.ts';
import type { LineReader, Machine, Token } from './token.ts';
import { tokensIn } from './words.ts';

const DIRECTIVE = /^\s*([a-z][\w-]*)\s+(\S.*?)[\s;]*$/i;
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
  let machine: Machine = { port: null };

  /** The names of a virtual host, with its port if it listens at none of the usual ones. */
  function* readNames(names: readonly string[], line: number): Generator<Token | null> {
    const port = ports.includes('80') || ports.includes('443') ? undefined : ports[0];
    for (const name of names) {
      const isHost = HOST.test(name);
      const written = isHost && port !== undefined ? `${name}:${port}` : name;
      yield* tokensIn(written, line, { place: isHost ? 'cell' : 'mention', reason: null });
    }
  }

  function* readMachine(value: string, line: number): Generator<Token | null> {
    for (const token of tokensIn(value, line, { place: 'key', reason: null }))
      yield token && { ...token, machine };
  }

  return (text, line) => {
    if (VIRTUAL_HOST.test(text)) ports = [];
    const listened = LISTENS.exec(text)?.[1];
    if (listened !== undefined) ports.push(listened);
    if (!/^\s/.test(text)) machine = { port: null };
    const [, name, value = ''] = DIRECTIVE.exec(text) ?? [];
    if (name === undefined) return null;
    if (BACKEND.test(text)) return tokensIn(text, line, { place: 'mention', reason: 'backend' });
    if (namesVirtualHost(name)) return readNames(value.split(/\s+/), line);
    if (/\s/.test(value)) return null;
    if (namesMachine(name)) return readMachine(value, line);
    if (namesPort(name)) machine.port = value;
    return null;
  };
}
