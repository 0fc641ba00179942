import 'server-only';
import { createScanner } from 'jsonc-parser';

export interface JsonText {
  value: string;
  /** The keys and indexes that lead to the value. */
  path: readonly (string | number)[];
  /** From 1. */
  line: number;
}

/** How much of the end of a key is kept, characters. The end says what the values are. It is examined for each value, so it is short. */
const LONGEST_KEY = 200;

/** Maximum depth. No tool writes documents that are nested deeper. */
const DEEPEST = 200;

/** Whether the beginning of a text is that of a JSON document, and not of `[::1]:80`, `[group]` or of a Caddyfile's options. */
export function isJson(start: string): boolean {
  return /^\s*(?:\{\s*(?:["}]|$)|\[\s*(?:["{[\]]|$))/.test(start);
}

/**
 * Yields the texts of a JSON document in order, without parsing it as a whole: that would hold the event loop for too long with
 * 10 MiB. Ends without an error where the document is not JSON.
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
