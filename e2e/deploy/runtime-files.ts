import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { z } from 'zod';
import { projectRoot } from '../support/products/server-process.ts';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
      devOptional: z.boolean().optional(),
    }),
  ),
});

/** The top-level folders in node_modules that `npm ci --omit=dev --omit=optional` creates. */
export function productionPackages(): string[] {
  const { packages } = lockSchema.parse(
    JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')),
  );
  return Object.entries(packages)
    .filter(([, { dev, optional, devOptional }]) => !dev && !optional && !devOptional)
    .map(([path]) => path.replace(/^node_modules\//, ''))
    .filter((path) => path !== '' && !path.includes('/node_modules/'))
    .sort();
}

/** Returns the static imports of a file, except type imports. */
function importsOf(path: string): string[] {
  const { module } = parseSync(path, readFileSync(join(projectRoot, path), 'utf8'));
  const imported = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const exported = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : []));
  return [...imported, ...exported];
}

/**
 * Returns the files of this project and the packages that Node loads when it runs these files. Dynamic imports are
 * not followed.
 */
export function loadedBy(entries: readonly string[]): { files: string[]; packages: string[] } {
  const files = new Set(entries);
  const packages = new Set<string>();
  for (const file of files) {
    for (const specifier of importsOf(file)) {
      if (specifier.startsWith('.')) files.add(posix.join(posix.dirname(file), specifier));
      else if (!specifier.startsWith('node:'))
        packages.add(/^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
    }
  }
  return { files: [...files].sort(), packages: [...packages].sort() };
}
