import { describe, expect, test } from 'vitest';
import { fileRules } from './file-rules';
import { gateRules } from './gate-rules';
import { allImportRules } from './import-rules';
import { violations } from './rule';
import { fixtures } from './rules.fixtures';
import { parseSourceFile } from './source-file';

const rules = [...allImportRules, ...fileRules, ...gateRules];

test('every rule has fixtures, and all fixtures belong to a rule', () => {
  expect(Object.keys(fixtures).sort()).toEqual(rules.map(({ name }) => name).sort());
});

describe.each(rules)('$name', (rule) => {
  const { violating, valid } = fixtures[rule.name] ?? { violating: [], valid: [] };

  test.each(violating)('rejects %s: %s', (path, source) => {
    const messages = violations(rule, [parseSourceFile(path, source)]);
    expect(messages).not.toEqual([]);
    for (const message of messages) {
      expect(message).toMatch(/^\S+:\d+ \S.* Instead: \S.*\.$/);
      expect(message.startsWith(`${path}:`)).toBe(true);
    }
  });

  test.each(valid)('accepts %s: %s', (path, source) => {
    expect(violations(rule, [parseSourceFile(path, source)])).toEqual([]);
  });
});

test('a message names the place, the import and what to do instead', () => {
  const rule = allImportRules.find(({ name }) => name === 'the contract imports zod only');
  const file = parseSourceFile(
    'lib/contract/usage.ts',
    "import { z } from 'zod';\nimport { LRUCache } from 'lru-cache';",
  );
  expect(rule && violations(rule, [file])).toEqual([
    'lib/contract/usage.ts:2 imports lru-cache (the contract imports zod only). Instead: keep schemas and types here and move the code that needs more to lib/client or lib/server.',
  ]);
});

test('a file that cannot be parsed causes an error', () => {
  expect(() => parseSourceFile('lib/text/format.ts', 'import { from')).toThrow(
    /lib\/text\/format\.ts cannot be parsed/,
  );
});
