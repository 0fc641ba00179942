import 'server-only';
import type { CoverageFormat, SkipReason } from '../../contract/coverage.ts';
import { commentAt } from './comments.ts';
import {
  contextOfNames,
  isAnsibleHost,
  namesAddresses,
  namesMachine,
  namesPort,
  reasonOfPath,
} from './names.ts';
import {
  LABEL,
  type LineReader,
  looksLikeAddress,
  type Machine,
  meansNothing,
  portsOf,
  readToken,
  SHORT_NAME,
  shortened,
  type Token,
  withMachine,
} from './token.ts';
import { tokensIn, tokensOfValue } from './words.ts';

/** What precedes an entry of a list in prose. */
const BULLET = /^\s*(?:[-*•+]|\d+[.)])\s+/;
/** The name before a value: of YAML, of an environment, of Terraform's own language. */
const NAMED = /^(["']?)([\p{L}\p{N}_./@ -]{1,100}?)\1\s{0,20}(?::(?=\s|$)|=(?!=))\s*(.*)$/u;

/** A headline of a list: `Production`, `Server list DC1`, `Hosts Q3 2026`. */
const HEADLINE = /^\p{Lu}\p{Ll}+(?: \p{Ll}+ .*| .*\b20\d\d\b.*)?$/u;
const WORD = /^[\p{L}\p{N}_-]*\p{L}[\p{L}\p{N}_-]*$/u;

/** A host or a port by its name, with what it is of: `KAFKA_HOST`, `kafka.port`, `host`. */
const PAIRED = /^(?:(.*)[_.-])?(?:(host(?:_?name)?|server|addr(?:ess)?)|port)$/i;

/** Whether several words have a host, as `resolver ns.example.com valid=30s`: they are not the name of a value alone. */
function haveHost(text: string): boolean {
  const words = text.split(/\s+/);
  return words.length > 1 && (words.some(looksLikeAddress) || SHORT_NAME.test(words[0] ?? ''));
}

/** Reads the entries of a list, the lines of a configuration, and prose. @param start the first lines, which show what is usual */
export function createEntryReader(start: string, format: CoverageFormat): LineReader {
  const lines = start.split('\n').filter((line) => line.trim() !== '');
  /** In a list of single entries, a sentence is a mistake. */
  const isList =
    lines.filter((line) => !/\S\s+\S/.test(line.slice(0, commentAt(line)))).length * 2 > lines.length;
  /** The names of YAML above the line, with the indentation of each, and the machine that the values directly below are of. */
  const above: { name: string; indent: number; inner: number | null; machine: Machine; isList: boolean }[] =
    [];

  /** The host and the port of the last lines, which stand in two lines. */
  let pair: { of: string; hasHost: boolean; machine: Machine } | null = null;

  /** The machine of a line `KAFKA_HOST=…`, which gets the port of the line `KAFKA_PORT=…` before or after it. */
  function machineOf(name: string, value: string): Machine | undefined {
    const [matched, of = '', host] = PAIRED.exec(name) ?? [];
    if (matched === undefined) return undefined;
    const isTaken = host === undefined ? pair?.machine.ports !== null : pair?.hasHost;
    if (pair?.of !== of || isTaken) pair = { of, hasHost: false, machine: { ports: null } };
    if (host === undefined) pair.machine.ports = portsOf(value.replaceAll(/["']/g, ''));
    else pair.hasHost = true;
    return pair.machine;
  }

  /** An entry without a name before it. */
  function* readUnnamed(entry: string, line: number, reason: SkipReason | null): Generator<Token | null> {
    const words = entry.split(/[\s,;|]+/, 20).filter(Boolean);
    const outer = contextOfNames(above.at(-1)?.name ?? '');
    // An element of `targets:`.
    if (outer.place === 'key' && words.length === 1)
      return yield* tokensOfValue(entry, line, { place: 'key', reason });
    // `db01, web-02`: with a comma, short names are a list. One without a digit may be a word.
    const isName = (word: string) => looksLikeAddress(word) || (/[,;]/.test(entry) && SHORT_NAME.test(word));
    const isAlone = !/[<>]/.test(entry) && (words.length === 1 || words.every(isName));
    const isWord = WORD.test(entry);
    // The name of a column, which means addresses.
    const isColumn = isWord && namesAddresses(entry);
    const isShort = isList && isWord && !HEADLINE.test(entry) && !isColumn;
    // `server_name a.internal;`, `nameserver 10.0.0.2`
    const [first = ''] = words;
    const isDirective = WORD.test(first) && !HEADLINE.test(entry);
    const said = contextOfNames(isDirective ? first : '', above.at(-1)?.name);
    const known = reason ?? outer.reason ?? (said.reason === 'name_server' ? 'name_server' : null);
    // Outside a list, a word without digits is the name of a section.
    const isEntry = isList ? !/>$/.test(entry) && !isColumn : isAlone && /[\d?]/.test(entry);
    let isEmpty = true;
    const read = (isEntry ? tokensOfValue : tokensIn)(entry, line, {
      place: isShort ? 'cell' : isAlone ? 'key' : said.place,
      reason: known,
    });
    for (const token of read) {
      yield token;
      isEmpty &&= token === null;
    }
    if (isEmpty && isWord && !meansNothing(entry) && !isColumn)
      yield { line, text: shortened(entry), reason: 'lookalike' };
  }

  return function* readEntry(text, line) {
    // The title of a table that is drawn with characters stands between them.
    const entry = text.replace(BULLET, '').replace(/^[\s|│]+|[\s|│]+$/g, '');
    const indent = text.length - text.replace(/^[\s-]+/, '').length;
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const [, , words, value = ''] = NAMED.exec(entry) ?? [];
    // `web01.example.com ansible_user=deploy`: a host stands before the name.
    const name = words !== undefined && haveHost(words) ? undefined : words;
    // The objects of a list that nothing is above.
    if (above.length === 0 && indent > 0 && BULLET.test(text))
      above.push({ name: '', indent: 0, inner: null, machine: { ports: null }, isList: true });
    const parent = above.at(-1);
    if (parent !== undefined) parent.inner ??= indent;
    if (parent !== undefined && BULLET.test(text)) {
      parent.machine = { ports: null };
      parent.isList = true;
    }
    const names = above.map((one) => one.name);
    if (name !== undefined) names.push(name);
    const reason = reasonOfPath(names, format);
    if (name === undefined) return yield* readUnnamed(entry, line, reason);
    const own: (typeof above)[number] = {
      name,
      indent,
      inner: null,
      machine: { ports: null },
      isList: false,
    };
    if (/^(?:[|>]?[-+]?|[[{])$/.test(value)) above.push(own);
    // `web01:` and `web01: { ansible_host: 10.0.0.5 }` below `hosts:` of Ansible
    if (parent?.name === 'hosts' && parent.inner === indent && !parent.isList) {
      yield* withMachine([readToken(name, line, { place: 'cell', reason })], own.machine);
      return yield* withMachine(tokensIn(value, line, { place: 'mention', reason }), own.machine);
    }
    // `shop.example.com:` can be a host. One with a slash is the name of an annotation, `mail.smtp.host` that of a setting.
    yield readToken(name, line, {
      place: 'mention',
      reason: reason ?? (name.includes('/') || namesAddresses(name) ? 'lookalike' : null),
    });
    if (parent !== undefined && namesPort(name)) parent.machine.ports = value;
    if (parent !== undefined && name === 'name' && LABEL.test(value))
      parent.machine.label = value.toLowerCase();
    const said = contextOfNames(name, isAnsibleHost(name) ? '' : names.at(-2));
    const read = said.place === 'key' ? tokensOfValue : tokensIn;
    // The elements of `targets: [10.0.0.5, 10.0.0.6]` are several.
    const isOfParent = parent !== undefined && namesMachine(name) && !value.startsWith('[');
    const machine =
      format === 'kubernetes' ? undefined : isOfParent ? parent.machine : machineOf(name, value);
    const tokens = read(value, line, { place: said.place, reason: reason ?? said.reason });
    yield* machine === undefined ? tokens : withMachine(tokens, machine);
  };
}
