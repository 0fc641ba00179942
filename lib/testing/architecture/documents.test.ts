import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const architecture = readFileSync('docs/architecture.md', 'utf8');
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md')];

test.each(documents)('every path that %s names exists', (document) => {
  const text = readFileSync(document, 'utf8');
  const paths = [...text.matchAll(/`((?:app|components|lib|e2e|docs)\/[\w./[\]-]*)`/g)].map(
    ([, path]) => path,
  );
  expect(paths.filter((path = '') => !existsSync(path))).toEqual([]);
});

test('the arrows between the rooms of the server are its imports', () => {
  const imports = globSync('lib/server/*/**/*.ts')
    .filter((path) => !/\.(test|fixtures)\.ts$/.test(path))
    .flatMap((path) => {
      const [, , room] = path.split('/');
      const specifiers = readFileSync(path, 'utf8').matchAll(
        /from '(?:@\/lib\/server|(?:\.\.\/)+)\/?(\w+)\/[^']+'/g,
      );
      return [...specifiers].map(([, imported]) => ({ room, imported }));
    })
    .filter(({ room, imported }) => room !== imported && existsSync(`lib/server/${imported}`))
    .map(({ room, imported }) => `${room} --> ${imported}`);
  const drawn = [...architecture.matchAll(/^ {4}\w+ --> \w+$/gm)].map(([arrow]) => arrow.trim());
  expect(drawn.sort()).toEqual([...new Set(imports)].sort());
});
