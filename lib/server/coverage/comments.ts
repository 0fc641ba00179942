import 'server-only';
import type { LineReader, Token } from './token.ts';
import { tokensIn } from './words.ts';

/** A comment on a line of its own. */
const COMMENT = /^(?:[#;]|\/\/)/;
/** The comments that can have several lines. A path as `/static/*` does not begin a line. */
const BLOCKS = [
  { from: /<!--/, to: '-->' },
  { from: /^\s*\/\*/, to: '*/' },
];
/**
 * Splits lines into comments and content, and reads the content by the first of the forms that it has.
 *
 * @param forms the last one reads each line
 */
export function createCommentReader(forms: readonly LineReader[]): LineReader {
  /** The end of the comment in which the line begins. */
  let end: string | null = null;
  const readComment = (text: string, line: number) =>
    tokensIn(text.replace(/^[#;/]+/, ''), line, { place: 'mention', reason: 'comment' });

  function* readContent(text: string, line: number): Generator<Token | null> {
    for (const statement of statementsOf(text)) {
      for (const form of forms) {
        const tokens = form(statement, line);
        if (tokens === null) continue;
        yield* tokens;
        break;
      }
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

/** Several statements in one line, as nginx allows it: in a block, or one behind the other. */
const ONE_LINE = /(?<![{$#%])\{[^{};]*;|^\s*[a-z_]+\s[^;]+;\s*[a-z_]+\s[^;]+;/;

/** The statements of a line: each is read like a line of its own. */
function statementsOf(text: string): string[] {
  if (text.trim() === '') return [];
  if (!ONE_LINE.test(text)) return [text];
  const [first = '', ...others] = text.split(/(?<=;|(?<![{$#%])\{|(?<!\})\}(?!\}))\s*(?=[^\s;}])/);
  return [first, ...others.map((statement) => ` ${statement}`)];
}

/** Returns where the comment of a line begins; its end if it has none. Within quotes there is none, and `Ticket #12` is a number. */
export function commentAt(text: string): number {
  const indent = text.length - text.trimStart().length;
  if (COMMENT.test(text.slice(indent, indent + 2))) return indent;
  let isQuoted = false;
  for (const { 0: found, index } of text.matchAll(/"|(?<=\s)(?:#(?!\d)|\/\/)/g)) {
    if (found === '"') isQuoted = !isQuoted;
    else if (!isQuoted) return index;
  }
  return text.length;
}
