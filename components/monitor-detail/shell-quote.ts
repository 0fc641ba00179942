/** Controls (a terminal acts on them as they are pasted, before any shell sees the quotes) and what cannot be seen. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]?/gu;

const plain = /^[\w./:@%+,][\w./:@%+,-]*$/;

/** A text as one word of a POSIX shell, bare where that is safe. See `quoted`. */
export function shellQuote(text: string): string {
  return plain.test(text) ? text : quoted(text);
}

/**
 * A text in single quotes, as one word of a POSIX shell whatever it holds. Characters that cannot be seen are written
 * as numbers for `printf`, so that the command is what it looks like and can be pasted. NUL, which no word can hold,
 * is left out.
 */
export function quoted(text: string): string {
  const possible = text.toWellFormed().replaceAll('\0', '');
  // A shell takes newlines off the end of what printf gives: those at the very end stay as they are, in quotes.
  const body = possible.replace(/\n+$/, '');
  const end = possible.slice(body.length);
  let word = '';
  let done = 0;
  for (const { 0: run, index } of body.matchAll(unseen)) {
    word += `${inQuotes(body.slice(done, index))}"$(printf '${octal(run)}')"`;
    done = index + run.length;
  }
  return word + inQuotes(body.slice(done)) + inQuotes(end) || "''";
}

function inQuotes(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", "'\\''")}'`;
}

function octal(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
