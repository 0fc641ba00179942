import { isWithin, type Rule } from './rule';
import { type SourceFile, withoutExtension } from './source-file';

/** The wrappers that ask the gate, by where they may stand. */
const wrappers = {
  page: { name: 'page', from: 'lib/server/http/page' },
  route: { name: 'route', from: 'lib/server/http/route' },
  postRoute: { name: 'postRoute', from: 'lib/server/http/route' },
  signInRoute: { name: 'signInRoute', from: 'lib/server/http/sign-in-route' },
} as const;

/** Pages that anybody may open: they know nothing of the monitors. */
const openPages = ['app/login/page', 'app/page'];
/** The routes that `route` leaves open (metrics asks for a token of its own), and the ones where people sign in and out. */
const openRoutes = ['app/api/health/route', 'app/api/metrics/route'];
const signInRoutes = ['app/api/auth'];
/** What may read from the server beside pages and routes: the frame around them, which asks the gate itself. */
const frame = ['app/layout'];

const ENTRY = /^app\/(?:.+\/)?(page|route)\.\w+$/;

/** Which wrapper makes this export; null when none does. */
function wrapperOf(file: SourceFile, exported: SourceFile['exports'][number]) {
  const { made } = exported;
  if (made.by !== 'call') return null;
  return (
    Object.values(wrappers).find(({ name, from }) =>
      file.imports.some(
        ({ target, names }) =>
          target === from && names.some(({ imported, local }) => imported === name && local === made.callee),
      ),
    ) ?? null
  );
}

/** Whether a page or route exports this value as the gate demands. */
function isGated(file: SourceFile, exported: SourceFile['exports'][number]): boolean {
  const path = withoutExtension(file.path);
  const isPage = path.endsWith('/page');
  const { made } = exported;
  if (made.by === 'data') return isPage && exported.name !== 'default';
  if (made.by !== 'call') return false;
  switch (wrapperOf(file, exported)) {
    case wrappers.page:
      return isPage;
    case wrappers.route:
      // A second argument can open it.
      return !isPage && (made.argumentCount === 1 || isWithin(path, openRoutes));
    case wrappers.postRoute:
      return !isPage;
    case wrappers.signInRoute:
      return !isPage && isWithin(path, signInRoutes);
    default:
      return false;
  }
}

/** Rules that keep the gate in front of everything that says something of the monitors. */
export const gateRules: readonly Rule[] = [
  {
    name: 'every page and route asks the gate',
    instead:
      'export page(…) from lib/server/http/page, route(…) or postRoute(…) from lib/server/http/route: they let in only who may look.',
    holdsForTests: false,
    check(file) {
      if (!ENTRY.test(file.path) || openPages.includes(withoutExtension(file.path))) return [];
      return file.exports
        .filter((exported) => !isGated(file, exported))
        .map(({ name, line }) => ({ line, what: `exports ${name} past the gate` }));
    },
  },
  {
    name: 'only pages, routes and the frame read from the server',
    instead: 'read it in the page, which asks the gate, and hand it down.',
    holdsForTests: false,
    check(file) {
      const path = withoutExtension(file.path);
      if (!isWithin(path, ['app']) || ENTRY.test(file.path) || frame.includes(path)) return [];
      return file.imports
        .filter(({ target }) => isWithin(target, ['lib/server']))
        .map(({ specifier, line }) => ({ line, what: `imports ${specifier}` }));
    },
  },
];
