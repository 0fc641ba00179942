import type { SourceFile } from './source-file';

/** One place that breaks a rule, in words that follow the file's name: "imports next/image". */
interface Finding {
  line: number;
  what: string;
}

/** One rule of docs "What may import what" or of the house, applied file by file. */
export interface Rule {
  name: string;
  /** What to do instead, as an instruction. */
  instead: string;
  /** Whether tests (`*.test.ts`) and what serves them alone (`*.fixtures.ts`) are held to it too. */
  holdsForTests: boolean;
  check(file: SourceFile): Finding[];
}

const TEST_FILE = /\.(test|fixtures)\.tsx?$/;

/** Each breach of the rule as one line: place, what is wrong, what to do instead. */
export function breaches(rule: Rule, files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => rule.holdsForTests || !TEST_FILE.test(file.path))
    .flatMap((file) =>
      rule
        .check(file)
        .map(({ line, what }) => `${file.path}:${line} ${what} (${rule.name}). Instead: ${rule.instead}`),
    );
}

/**
 * True when the path (without extension) is one of the places or lies below one. `node:*` and `*` match by the
 * beginning, `*.fixtures` by the end.
 */
export function isWithin(path: string, places: readonly string[]): boolean {
  return places.some((place) => {
    if (place.endsWith('*')) return path.startsWith(place.slice(0, -1));
    if (place.startsWith('*')) return path.endsWith(place.slice(1));
    return path === place || path.startsWith(`${place}/`);
  });
}
