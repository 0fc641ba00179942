import 'server-only';
import { createScanner } from 'jsonc-parser';

export interface JsonText {
  value: string;
  /** The keys and indexes that lead to it. */
  path: readonly (string | number)[];
  /** From 1. */
  line: number;
}

/** How much of a key is kept, characters: its end says what the values are, and each value is judged by it. */
const LONGEST_KEY = 200;

/** A document that is nested deeper is of no tool. */
const DEEPEST = 200;

/** Whether the beginning of a text is that of a JSON document, and not of `[::1]:80`, `[group]` or of a Caddyfile's options. */
export function isJson(start: string): boolean {
  return /^\s*(?:\{\s*(?:["}]|$)|\[\s*(?:["{[\]]|$))/.test(start);
}

/**
 * Yields the texts of a JSON document, in order, without keeping it: a parsed document of 10 MiB holds the event loop for
 * too long. Ends without an error where the document is not JSON.
 */
export function* jsonTexts(text: string): Generator<JsonText | null> {
  const scanner = createScanner(text, true);
  const path: (string | number)[] = [];
  let isKeyNext = false;
  for (;;) {
    scanner.scan();
    const character = text[scanner.getTokenOffset()];
    if (character === undefined || path.length > DEEPEST) return;
    const last = path.at(-1);
    if (character === '{') {
      path.push('');
      isKeyNext = true;
    } else if (character === '[') path.push(0);
    else if (character === '}' || character === ']') {
      path.pop();
      isKeyNext = false;
    } else if (character === ',') {
      isKeyNext = typeof last === 'string';
      if (typeof last === 'number') path[path.length - 1] = last + 1;
    } else if (character === '"' && isKeyNext) {
      path[path.length - 1] = scanner.getTokenValue().slice(-LONGEST_KEY);
      isKeyNext = false;
    } else if (character === '"') {
      yield { value: scanner.getTokenValue(), path, line: scanner.getTokenStartLine() + 1 };
      continue;
    }
    yield null;
  }
}
