import 'server-only';
import { type ListEntry, readEntry } from './list-entry.ts';
import { isAnyAddress } from './listed-address.ts';

interface Statement {
  words: string[];
  /** The line of its first word. */
  line: number;
  /** What ended it: `{` opens its block. A `}` may follow no words. */
  end: ';' | '{' | '}';
}

const TOKEN =
  /#[^\n]*|"(?<double>[^"\n]*)"|'(?<single>[^'\n]*)'|(?<word>(?:\$?\{[^\s{}]*\}|[^\s{};"']){1,1000})|[{};]|\n/g;

/** Splits the configuration of a server into statements. @param isByLine whether a line ends one, as in a Caddyfile */
function* statementsOf(text: string, isByLine: boolean): Generator<Statement | null> {
  let line = 1;
  let words: string[] = [];
  let first = 1;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    yield null;
    const word = match.groups?.word ?? match.groups?.double ?? match.groups?.single;
    if (word !== undefined) {
      if (words.length === 0) first = line;
      words.push(word);
    } else if (token === '{' || token === '}' || token === ';' || (token === '\n' && isByLine)) {
      if (words.length > 0 || token === '{') yield { words, line: first, end: token === '{' ? '{' : ';' };
      if (token === '}') yield { words: [], line, end: '}' };
      words = [];
    }
    if (token === '\n') line += 1;
  }
}

/** Recognizes the program by the beginning of its configuration. */
export function configKindOf(start: string): 'nginx' | 'caddy' | null {
  // Also `server { listen 8443; server_name a.example.com; }`.
  if (
    /^[ \t]*(?:server\s*\{\s*)?(?:server_name|proxy_pass|listen|upstream)\s[^\n]*[;{}][ \t]*(?:#.*)?\r?$/m.test(
      start,
    )
  )
    return 'nginx';
  // The address of a site, a snippet or the options. `locals {` begins a block of Terraform's own language.
  const blocks = start.matchAll(/^([^\s#{}"=][^{}"=\n]*)?\{[ \t]*\r?$/gm);
  return blocks.some(([, name = '(']) => /[.:]|^localhost\b|^\(/.test(name)) ? 'caddy' : null;
}

const passes = /^(?:proxy|grpc|fastcgi|uwsgi|scgi|memcached)_pass$/;

/**
 * Reads nginx's configuration: `server_name`, `listen` with an address, the servers of `upstream`, and the targets of `proxy_pass`
 * and its kind. A `server_name` has the port of its server if the server listens on neither 80 nor 443.
 */
export function* readNginx(text: string): Generator<ListEntry | null> {
  const blocks: string[] = [];
  const upstreams = new Set<string>();
  const passed: { target: string; line: number }[] = [];
  let names: { name: string; line: number }[] = [];
  let ports: string[] = [];
  for (const statement of statementsOf(text, false)) {
    yield null;
    if (statement === null) continue;
    const { words, line, end } = statement;
    const [directive = '', first = ''] = words;
    if (end === '}') {
      if (blocks.pop() !== 'server') continue;
      const port = ports.some((one) => one === '80' || one === '443') ? undefined : ports[0];
      for (const { name, line: at } of names) yield* readServerName(name, at, port);
      [names, ports] = [[], []];
    } else if (end === '{') {
      blocks.push(directive);
      if (directive === 'upstream') upstreams.add(first);
    } else if (directive === 'server_name') names.push(...words.slice(1).map((name) => ({ name, line })));
    else if (directive === 'listen') {
      const [isTcp, host, port] = /^(?:(\[.*\]|[^:]*[^\d:][^:]*):?)?(\d+)?$/.exec(first) ?? [];
      if (isTcp !== undefined) ports.push(port ?? '80');
      const isOne = host !== undefined && host !== '*' && !isAnyAddress(host);
      if (isOne) yield readEntry(first, line, 'directive');
    } else if (directive === 'server' && blocks.at(-1) === 'upstream') passed.push({ target: first, line });
    else if (passes.test(directive)) passed.push({ target: first, line });
  }
  // Lines without their block, as `nginx -T | grep server_name` prints them.
  for (const { name, line } of names) yield* readServerName(name, line, undefined);
  // An upstream may be defined after its use.
  for (const { target, line } of passed) {
    const name = target.replace(/^\w+:\/\//, '').replace(/[/?].*$/, '');
    if (!upstreams.has(name) && !/^(?:\w+:\/\/)?unix:/.test(target))
      yield readEntry(target, line, 'directive');
  }
}

function* readServerName(name: string, line: number, port: string | undefined): Generator<ListEntry> {
  if (name === '' || name === '_') return;
  const suffix = port === undefined ? '' : `:${port}`;
  // `.example.com` is the domain and all names below it.
  const spellings = name.startsWith('.') ? [name.slice(1), `*${name}`] : [name];
  for (const spelling of spellings) yield readEntry(`${spelling}${suffix}`, line, 'directive');
}

const caddyProxies = /^(?:reverse_proxy|forward_auth|php_fastcgi|to)$/;

/** Reads a Caddyfile: the addresses of sites, the hosts of named matchers, and the targets of proxies. */
export function* readCaddy(text: string): Generator<ListEntry | null> {
  let depth = 0;
  for (const statement of statementsOf(text, true)) {
    yield null;
    if (statement === null) continue;
    const { words, line, end } = statement;
    const [first = ''] = words;
    const isSite = depth === 0 && (end === '{' || words.at(-1)?.endsWith(',')) && !first.startsWith('(');
    if (isSite)
      yield* readUpstreams(
        words.flatMap((word) => word.split(',')),
        line,
      );
    else if (caddyProxies.test(first)) yield* readUpstreams(words.slice(1), line);
    // `@shop host shop.example.com` in the site of a wildcard.
    else if (first.startsWith('@') && words[1] === 'host') yield* readUpstreams(words.slice(2), line);
    if (end === '{') depth += 1;
    if (end === '}') depth = Math.max(0, depth - 1);
  }
}

/** Reads addresses. It skips matchers (`/path`, `@name`, `*`), sockets, and sites without a host (`:8080`, `http://`). */
function* readUpstreams(words: readonly string[], line: number): Generator<ListEntry> {
  for (const word of words) {
    if (word !== '' && !/^(?:[/@:]|\*$|unix\/|\w+:\/\/:?\d*$)/.test(word))
      yield readEntry(word, line, 'line');
  }
}
