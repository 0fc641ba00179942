import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fileRules } from './file-rules';
import { gateRules } from './gate-rules';
import { allImportRules } from './import-rules';
import { violations } from './rule';
import { parseSourceFile, type SourceFile } from './source-file';

const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCE = /(?<!\.d)\.(tsx?|mjs)$/;

function sourcePaths(): string[] {
  const below = ['app', 'components', 'lib', 'e2e'].flatMap((folder) =>
    readdirSync(`${projectRoot}${folder}`, { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  );
  return [...readdirSync(projectRoot), ...below].filter((path) => SOURCE.test(path));
}

const files: SourceFile[] = sourcePaths().map((path) =>
  parseSourceFile(path, readFileSync(`${projectRoot}${path}`, 'utf8')),
);

test('the search finds the source files', () => {
  const paths = files.map(({ path }) => path);
  expect(paths).toContain('next.config.mjs');
  expect(paths).toContain('lib/testing/architecture/sources.test.ts');
  expect(paths).toContain('lib/server/env.ts');
});

test.each([...allImportRules, ...fileRules, ...gateRules])('$name', (rule) => {
  expect(violations(rule, files)).toEqual([]);
});
