import { isWithin, type Rule } from './rule';
import { type SourceFile, withoutExtension } from './source-file';

/** The wrappers that call the gate, and the modules that export them. */
const wrappers = {
  page: { name: 'page', from: 'lib/server/api/page' },
  route: { name: 'route', from: 'lib/server/api/route' },
  postRoute: { name: 'postRoute', from: 'lib/server/api/route' },
  signInRoute: { name: 'signInRoute', from: 'lib/server/api/sign-in-route' },
} as const;

/** Pages that are open to everyone: they contain no monitor data. */
const openPages = ['app/login/page', 'app/page'];
/** Routes that may be open without sign-in; metrics checks its own token. */
const openRoutes = ['app/api/health/route', 'app/api/metrics/route'];
/** Routes for signing in and out. */
const signInRoutes = ['app/api/auth'];
/** The root layout may also import the server: it calls the gate itself. */
const rootLayout = ['app/layout'];

const ENTRY = /^app\/(?:.+\/)?(page|route)\.\w+$/;

/** The wrapper whose call is exported; null when there is none. */
function wrapperOf(file: SourceFile, exported: SourceFile['exports'][number]) {
  const { value } = exported;
  if (value.kind !== 'call') return null;
  return (
    Object.values(wrappers).find(({ name, from }) =>
      file.imports.some(
        ({ target, names }) =>
          target === from && names.some(({ imported, local }) => imported === name && local === value.callee),
      ),
    ) ?? null
  );
}

/** Whether an export of a page or route is wrapped as required, or is plain data of a page. */
function isGated(file: SourceFile, exported: SourceFile['exports'][number]): boolean {
  const path = withoutExtension(file.path);
  const isPage = path.endsWith('/page');
  const { value } = exported;
  if (value.kind === 'data') return isPage && exported.name !== 'default';
  if (value.kind !== 'call') return false;
  switch (wrapperOf(file, exported)) {
    case wrappers.page:
      return isPage;
    case wrappers.route:
      // The second argument can open the route.
      return !isPage && (value.argumentCount === 1 || isWithin(path, openRoutes));
    case wrappers.postRoute:
      return !isPage;
    case wrappers.signInRoute:
      return !isPage && isWithin(path, signInRoutes);
    default:
      return false;
  }
}

/** Rules that ensure that all monitor data is behind the gate. */
export const gateRules: readonly Rule[] = [
  {
    name: 'every page and route calls the gate',
    instead:
      'export page(…) from lib/server/api/page, route(…) or postRoute(…) from lib/server/api/route: they admit signed-in callers only.',
    appliesToTests: false,
    check(file) {
      if (!ENTRY.test(file.path) || openPages.includes(withoutExtension(file.path))) return [];
      return file.exports
        .filter((exported) => !isGated(file, exported))
        .map(({ name, line }) => ({ line, what: `exports ${name} past the gate` }));
    },
  },
  {
    name: 'only pages, routes and the root layout import the server',
    instead: 'read it in the page, which calls the gate, and pass it down.',
    appliesToTests: false,
    check(file) {
      const path = withoutExtension(file.path);
      if (!isWithin(path, ['app']) || ENTRY.test(file.path) || rootLayout.includes(path)) return [];
      return file.imports
        .filter(({ target }) => isWithin(target, ['lib/server']))
        .map(({ specifier, line }) => ({ line, what: `imports ${specifier}` }));
    },
  },
];
