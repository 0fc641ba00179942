import type { SourceFile } from './source-file';

/**
 * One place that violates a rule. `what` is the predicate of a sentence that begins with the file: "imports
 * next/image".
 */
interface Violation {
  line: number;
  what: string;
}

/** An architecture rule (see CONTRIBUTING.md, "Structure"), applied to each file separately. */
export interface Rule {
  name: string;
  /** An instruction what to do instead. */
  instead: string;
  /** Whether the rule also applies to tests (`*.test.ts`) and their helpers (`*.fixtures.ts`). */
  appliesToTests: boolean;
  check(file: SourceFile): Violation[];
}

const TEST_FILE = /\.(test|fixtures)\.tsx?$/;

/** Returns one line for each violation: the place, what is wrong, and what to do instead. */
export function violations(rule: Rule, files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => rule.appliesToTests || !TEST_FILE.test(file.path))
    .flatMap((file) =>
      rule
        .check(file)
        .map(({ line, what }) => `${file.path}:${line} ${what} (${rule.name}). Instead: ${rule.instead}`),
    );
}

/**
 * Whether a path (without extension) is one of the places or below one. `node:*` and `*` match by prefix, `*.fixtures`
 * by suffix.
 */
export function isWithin(path: string, places: readonly string[]): boolean {
  return places.some((place) => {
    if (place.endsWith('*')) return path.startsWith(place.slice(0, -1));
    if (place.startsWith('*')) return path.endsWith(place.slice(1));
    return path === place || path.startsWith(`${place}/`);
  });
}
