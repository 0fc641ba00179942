import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fileRules } from './file-rules';
import { gateRules } from './gate-rules';
import { importRulesToHold } from './import-rules';
import { breaches } from './rule';
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

test('the walk finds the sources', () => {
  const paths = files.map(({ path }) => path);
  expect(paths).toContain('next.config.mjs');
  expect(paths).toContain('lib/testing/architecture/sources.test.ts');
  expect(paths).toContain('lib/server/env.ts');
});

test.each([...importRulesToHold, ...fileRules, ...gateRules])('$name', (rule) => {
  expect(breaches(rule, files)).toEqual([]);
});
