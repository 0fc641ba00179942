import { isWithin, type Rule } from './rule';
import { type SourceFile, withoutExtension } from './source-file';

const SERVER = 'lib/server';
/** The composition root: the container, and the two steps that it is divided into. */
const CONTAINER = ['lib/server/container', 'lib/server/assemble', 'lib/server/open-data'];

/** The places that may read process.env, and why. */
const environmentReaders = [
  'lib/server/env', // reads the product's configuration
  'lib/launch', // sets variables before the product is loaded
  'lib/server/storage/engines.fixtures', // the database server that a global setup starts
  'lib/testing',
  'e2e',
  'instrumentation', // NEXT_RUNTIME, which Next replaces at build time
  'lib/text/version', // the same
];

const CONFIG_FILE = /^[^/]+\.config\.(ts|mjs)$/;
const NEXT_ERROR_PAGE = /^app\/(.+\/)?(global-)?error\.tsx$/;

/** The part of the server that a file belongs to: its folder within lib/server, or the file itself. */
function partOf(path: string): string {
  const [lib, server, part] = withoutExtension(path).split('/');
  return `${lib}/${server}/${part}`;
}

/** Imports that construct a part of the server: a create function, or a class after `new`. Errors do not count. */
function constructions(file: SourceFile) {
  return file.imports
    .filter(({ target }) => isWithin(target, [SERVER]) && partOf(target) !== partOf(file.path))
    .flatMap(({ names, line, specifier }) =>
      names
        .filter(({ imported, local, typeOnly }) => {
          if (typeOnly || imported.endsWith('Error')) return false;
          return /^create[A-Z]/.test(imported) || file.constructed.some(({ text }) => text === local);
        })
        .map(({ imported }) => ({ line, what: `constructs with ${imported} of ${specifier}` })),
    );
}

function directive(file: SourceFile, pattern: RegExp) {
  return file.directives
    .filter(({ text }) => pattern.test(text))
    .map(({ text, line }) => ({ line, what: `says '${text}'` }));
}

/** Rules about a file itself rather than about one import. */
export const fileRules: readonly Rule[] = [
  {
    name: 'only container constructs',
    instead: 'take the finished part as a parameter, and construct it in lib/server/container.ts.',
    appliesToTests: false,
    check(file) {
      const path = withoutExtension(file.path);
      if (!isWithin(path, ['app', SERVER, 'instrumentation']) || CONTAINER.includes(path)) return [];
      return constructions(file);
    },
  },
  {
    name: 'server files import server-only',
    instead: "begin the file with import 'server-only'; so that no bundle for the browser can contain it.",
    appliesToTests: false,
    check: ({ path, firstImport }) =>
      isWithin(path, [SERVER]) && firstImport !== 'server-only'
        ? [{ line: 1, what: 'does not begin with server-only' }]
        : [],
  },
  {
    name: "'use client' is used in components only",
    instead: 'move the interactive part to a component and import it; only error pages must be client code.',
    appliesToTests: false,
    check: (file) =>
      isWithin(file.path, ['components']) || NEXT_ERROR_PAGE.test(file.path)
        ? []
        : directive(file, /^use client$/),
  },
  {
    name: 'Server Actions and use cache are not used',
    instead: 'write a route handler under app/api, and cache in lib/server where the quota is known.',
    appliesToTests: true,
    check: (file) => directive(file, /^use (server|cache\b.*)$/),
  },
  {
    name: 'process.env is read in few places',
    instead: 'add the variable to the schema in lib/server/env.ts and take the value as a parameter.',
    appliesToTests: true,
    check: ({ path, environmentReads }) =>
      isWithin(withoutExtension(path), environmentReaders) || CONFIG_FILE.test(path)
        ? []
        : environmentReads.map(({ line }) => ({ line, what: 'reads process.env' })),
  },
];
