import { describe, expect, test } from 'vitest';
import { fileRules } from './file-rules';
import { gateRules } from './gate-rules';
import { importRulesToHold } from './import-rules';
import { breaches } from './rule';
import { fixtures } from './rules.fixtures';
import { parseSourceFile } from './source-file';

const rules = [...importRulesToHold, ...fileRules, ...gateRules];

test('every rule has fixtures, and every fixture a rule', () => {
  expect(Object.keys(fixtures).sort()).toEqual(rules.map(({ name }) => name).sort());
});

describe.each(rules)('$name', (rule) => {
  const { breaks, keeps } = fixtures[rule.name] ?? { breaks: [], keeps: [] };

  test.each(breaks)('refuses in %s: %s', (path, source) => {
    const messages = breaches(rule, [parseSourceFile(path, source)]);
    expect(messages).not.toEqual([]);
    for (const message of messages) {
      expect(message).toMatch(/^\S+:\d+ \S.* Instead: \S.*\.$/);
      expect(message.startsWith(`${path}:`)).toBe(true);
    }
  });

  test.each(keeps)('lets pass in %s: %s', (path, source) => {
    expect(breaches(rule, [parseSourceFile(path, source)])).toEqual([]);
  });
});

test('a message names the place, the import and what to do instead', () => {
  const rule = importRulesToHold.find(({ name }) => name === 'the contract imports zod only');
  const file = parseSourceFile(
    'lib/contract/usage.ts',
    "import { z } from 'zod';\nimport { LRUCache } from 'lru-cache';",
  );
  expect(rule && breaches(rule, [file])).toEqual([
    'lib/contract/usage.ts:2 imports lru-cache (the contract imports zod only). Instead: keep schemas and types here and move the code that needs more to lib/client or lib/server.',
  ]);
});

test('a file that cannot be parsed is an error, not a file without imports', () => {
  expect(() => parseSourceFile('lib/format.ts', 'import { from')).toThrow(/lib\/format\.ts cannot be parsed/);
});
