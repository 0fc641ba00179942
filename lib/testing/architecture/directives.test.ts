import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = globSync('{app,components,lib}/**/*.{ts,tsx}').map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

function pathsWith(directive: RegExp): string[] {
  return sources.filter(({ text }) => directive.test(text)).map(({ path }) => path);
}

test("'use client' stands in components and error pages only, where interactive parts belong", () => {
  const clients = pathsWith(/^'use client';$/m);
  expect(clients).toContain('app/error.tsx');
  expect(clients.filter((path) => !/^components\/|^app\/(.+\/)?(global-)?error\.tsx$/.test(path))).toEqual(
    [],
  );
});

test('Server Actions and `use cache` are not used: route handlers change data, lib/server caches', () => {
  expect(pathsWith(/^\s*'use (server|cache\b.*)';$/m)).toEqual([]);
});
