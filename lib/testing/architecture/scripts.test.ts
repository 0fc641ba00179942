import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { z } from 'zod';

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(`${projectRoot}package.json`, 'utf8')));
const entries = [
  ...new Set(Object.values(scripts).flatMap((script) => script.match(/[\w./-]+\.ts\b/g) ?? [])),
];

/** Returns the run-time imports of a file that Node itself cannot find: aliases, and paths without an extension. */
function unresolvable(entry: string): string[] {
  const seen = new Set<string>();
  const found: string[] = [];
  function visit(path: string): void {
    if (seen.has(path)) return;
    seen.add(path);
    const { staticImports } = parseSync(path, readFileSync(projectRoot + path, 'utf8')).module;
    for (const { moduleRequest, entries: names } of staticImports) {
      const specifier = moduleRequest.value;
      if (names.length > 0 && names.every(({ isType }) => isType)) continue;
      if (specifier.startsWith('@/')) found.push(`${path} imports ${specifier}`);
      if (!specifier.startsWith('.')) continue;
      const target = posix.join(posix.dirname(path), specifier);
      if (existsSync(projectRoot + target)) visit(target);
      else found.push(`${path} imports ${specifier}`);
    }
  }
  visit(entry);
  return found;
}

test.each(entries)('Node finds all that %s imports, directly and indirectly', (entry) => {
  expect(unresolvable(entry)).toEqual([]);
});
