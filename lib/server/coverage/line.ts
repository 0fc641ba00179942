import 'server-only';
import type { CoverageFormat, SkipReason } from '../../contract/coverage.ts';
import { contextOfNames, namesAddresses, reasonOfPath } from './names.ts';
import { type LineReader, looksLikeAddress, readToken, type Token } from './token.ts';
import { tokensIn, tokensOfValue } from './words.ts';

/** A comment on a line of its own. */
const COMMENT = /^(?:[#;]|\/\/)/;
/** The comments that can have several lines. A path as `/static/*` does not begin a line. */
const BLOCKS = [
  { from: /<!--/, to: '-->' },
  { from: /^\s*\/\*/, to: '*/' },
];
/** A short name with a letter and a digit. */
const SHORT_NAME = /^(?=.*\d)(?=.*\p{L})[\p{L}\p{N}-]+$/u;
/** What precedes an entry of a list in prose. */
const BULLET = /^\s*(?:[-*•+]|\d+[.)])\s+/;
/** The name before a value: of YAML, of an environment, of Terraform's own language. */
const NAMED = /^(["']?)([\p{L}\p{N}_./@ -]{1,100}?)\1\s{0,20}(?::(?=\s|$)|=(?!=))\s*(.*)$/u;

/**
 * Splits lines into comments and content, and reads the content by the first of the forms that it has.
 *
 * @param forms the last one reads each line
 */
export function createCommentReader(forms: readonly LineReader[]): LineReader {
  /** The end of the comment in which the line begins. */
  let end: string | null = null;
  const readComment = (text: string, line: number) =>
    tokensIn(text, line, { place: 'mention', reason: 'comment' });

  function* readContent(text: string, line: number): Generator<Token | null> {
    if (text.trim() === '') return;
    for (const form of forms) {
      const tokens = form(text, line);
      if (tokens !== null) return yield* tokens;
    }
  }

  return function* readLine(text, line) {
    for (let rest = text; rest !== ''; ) {
      yield null;
      if (end === null) {
        const block = BLOCKS.find(({ from }) => from.test(rest));
        const at = block === undefined ? commentAt(rest) : rest.search(block.from);
        yield* readContent(rest.slice(0, at), line);
        rest = rest.slice(at);
        if (block === undefined) return yield* readComment(rest, line);
        end = block.to;
      }
      const at = rest.indexOf(end);
      yield* readComment(at < 0 ? rest : rest.slice(0, at), line);
      if (at < 0) return;
      rest = rest.slice(at + end.length);
      end = null;
    }
  };
}

/** Returns where the comment of a line begins; its end if it has none. Within quotes there is none. */
function commentAt(text: string): number {
  const indent = text.length - text.trimStart().length;
  if (COMMENT.test(text.slice(indent, indent + 2))) return indent;
  let isQuoted = false;
  for (const { 0: found, index } of text.matchAll(/"|(?<=\s)(?:#|\/\/)/g)) {
    if (found === '"') isQuoted = !isQuoted;
    else if (!isQuoted) return index;
  }
  return text.length;
}

/** Reads the entries of a list, the lines of a configuration, and prose. @param start the first lines, which show what is usual */
export function createEntryReader(start: string, format: CoverageFormat): LineReader {
  const lines = start.split('\n').filter((line) => line.trim() !== '');
  /** In a list of single entries, a sentence is a mistake. */
  const isList =
    lines.filter((line) => !/\S\s+\S/.test(line.slice(0, commentAt(line)))).length * 2 > lines.length;
  /** The names of YAML above the line, with the indentation of each. */
  const above: { name: string; indent: number }[] = [];

  function* readUnnamed(entry: string, line: number, reason: SkipReason | null): Generator<Token | null> {
    const words = entry.split(/[\s,;|]+/, 20).filter(Boolean);
    // `db01, web-02`: with a comma, short names are a list. One without a digit may be a word.
    const isName = (word: string) => looksLikeAddress(word) || (/[,;]/.test(entry) && SHORT_NAME.test(word));
    const isAlone = !/[<>]/.test(entry) && (words.length === 1 || words.every(isName));
    // `server_name a.internal;`, `nameserver 10.0.0.2`
    const said = contextOfNames(words[0] ?? '', above.at(-1)?.name);
    const isNameServer = said.reason === 'name_server';
    // A word without digits is the name of a section, and one that means addresses that of a column.
    const isEntry = isList ? !/>$/.test(entry) && !namesAddresses(entry) : isAlone && /[\d?]/.test(entry);
    yield* (isEntry ? tokensOfValue : tokensIn)(entry, line, {
      place: isAlone ? 'line' : said.place,
      reason: reason ?? (isNameServer ? 'name_server' : null),
    });
  }

  return function* readEntry(text, line) {
    const entry = text.replace(BULLET, '').trim();
    const indent = text.length - text.replace(/^[\s-]+/, '').length;
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const [, , name, value = ''] = NAMED.exec(entry) ?? [];
    const names = above.map((one) => one.name);
    if (name !== undefined) names.push(name);
    const reason = reasonOfPath(names, format);
    if (name === undefined) return yield* readUnnamed(entry, line, reason);
    // `shop.example.com:` can be a host. One with a slash is the name of an annotation.
    yield readToken(name, line, {
      place: 'mention',
      reason: reason ?? (name.includes('/') ? 'lookalike' : null),
    });
    if (/^[|>]?[-+]?$/.test(value)) above.push({ name, indent });
    const said = contextOfNames(name, names.at(-2));
    const read = said.place === 'key' ? tokensOfValue : tokensIn;
    yield* read(value, line, { place: said.place, reason: reason ?? said.reason });
  };
}
