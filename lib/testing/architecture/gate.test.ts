import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Pages that are open to everyone: they contain no monitor data. */
const openPages = ['app/login/page.tsx', 'app/page.tsx'];
/** Routes that may be open without sign-in; metrics checks its own token. */
const openRoutes = ['app/api/health/route.ts', 'app/api/metrics/route.ts'];

/** The wrappers that call the gate, and the modules that export them. */
const pageWrapper = { page: '@/lib/server/api/page' };
/** The wall has its own wrappers, because the token of a wall opens it, too. */
const wallWrapper = { wallPage: '@/lib/server/api/page', wallRoute: '@/lib/server/api/route' };
const wallEntries = ['app/wall/page.tsx', 'app/api/wall/route.ts'];
/** The feed has its own wrapper, because a token in its query opens it. */
const feedWrapper = { feedRoute: '@/lib/server/api/route' };
/** The state of a view has its own wrapper, because everyone may read the state of a public view. */
const viewWrapper = { viewRoute: '@/lib/server/api/route' };
const viewEntries = ['app/api/status/route.ts', 'app/api/badge.svg/route.ts'];
const routeModule = '@/lib/server/api/route';
const routeWrappers = {
  route: routeModule,
  postRoute: routeModule,
  assistantRoute: routeModule,
};
const signInWrapper = { signInRoute: '@/lib/server/api/sign-in-route' };

/**
 * Returns the exports of a page or route without a wrapper that calls the gate. Biome formats all sources, so every export
 * begins a line. Types and plain data of a page are not gated.
 */
function ungated(path: string, source: string): string[] {
  const isPage = /\/page\.tsx?$/.test(path);
  const wrappers = Object.entries({
    ...(isPage ? pageWrapper : routeWrappers),
    ...(path.startsWith('app/api/auth/') ? signInWrapper : {}),
    ...(wallEntries.includes(path) ? wallWrapper : {}),
    ...(viewEntries.includes(path) ? viewWrapper : {}),
    ...(path === 'app/api/changes/feed/route.ts' ? feedWrapper : {}),
  }).filter(([name, from]) =>
    new RegExp(`^import \\{ ((type )?\\w+, )*${name}(, (type )?\\w+)* \\} from '${from}';$`, 'm').test(
      source,
    ),
  );
  const names = wrappers.map(([name]) => name).join('|') || '(?!)';
  const declaration = isPage ? 'default|const generateMetadata =' : 'const \\{[A-Z, ]+\\} =';
  const gated = new RegExp(`^export (${declaration}) (${names})[<(]`);
  const allowed = isPage ? /^export (type|interface|const metadata = \{)/ : /^export (type|interface) /;
  const opens = /\bopen\b/.test(source) && !openRoutes.includes(path) ? ['open'] : [];
  const exported = source.split('\n').filter((line) => /\bexport\b/.test(line));
  return [...exported.filter((line) => !gated.test(line) && !allowed.test(line)), ...opens];
}

const entries = globSync('app/**/{page,route}.*').filter((path) => !openPages.includes(path));

test('the search finds pages and routes', () => {
  expect(entries).toContain('app/monitors/page.tsx');
  expect(entries).toContain('app/api/monitors/route.ts');
});

test.each(entries)(
  '%s exports page(…), route(…), postRoute(…) or assistantRoute(…), which admit signed-in callers only; the wall its own',
  (path) => {
    expect(ungated(path, readFileSync(path, 'utf8'))).toEqual([]);
  },
);

const importPage = "import { page } from '@/lib/server/api/page';\n";
const importRoute = "import { route } from '@/lib/server/api/route';\n";
const importSignIn = "import { signInRoute } from '@/lib/server/api/sign-in-route';\n";

test.each([
  [
    'app/usage/page.tsx',
    "import { wallPage } from '@/lib/server/api/page';\nexport default wallPage(render);",
  ],
  ['app/usage/page.tsx', 'export default async function Usage() {}'],
  ['app/usage/page.tsx', "import { page } from '@/lib/server/page';\nexport default page(path, render);"],
  ['app/usage/page.tsx', `${importPage}page(path, render);\nexport default () => null;`],
  [
    'app/usage/page.tsx',
    `${importPage}export default page(path, render);\nexport async function generateMetadata() {}`,
  ],
  ['app/usage/page.tsx', `${importPage}export { render as default };`],
  ['app/api/tags/route.ts', 'export async function GET() {}'],
  ['app/api/tags/route.ts', 'export const GET = () => new Response();'],
  ['app/api/tags/route.ts', "export * from '../monitors/route';"],
  ['app/api/tags/route.ts', `${importRoute}export { GET } from '../health/route';`],
  ['app/api/tags/route.ts', `${importRoute}export const { GET } = route(read, { open: true });`],
  ['app/api/tags/route.ts', `${importRoute}export const { GET } = route(read, { open });`],
  ['app/api/tags/route.ts', `${importSignIn}export const { GET } = signInRoute({});`],
  [
    'app/api/tags/route.ts',
    "import { pass as route } from '@/lib/server/api/route';\nexport const { GET } = route(read);",
  ],
  ['app/api/tags/route.ts', `${importRoute}export const { GET } = route(read);\nexport const POST = read;`],
])('rejects %s: %s', (path, source) => {
  expect(ungated(path, source)).not.toEqual([]);
});

test.each([
  [
    'app/usage/page.tsx',
    `${importPage}export const metadata = {};\nexport default page<Props, Node>(path, render);`,
  ],
  ['app/api/tags/route.ts', `${importRoute}export const { GET, HEAD } = route(read);`],
  [
    'app/api/health/route.ts',
    "import { admit, route } from '@/lib/server/api/route';\nexport const { GET } = route(read, { open: true });",
  ],
  ['app/api/auth/login/route.ts', `${importSignIn}export const { POST } = signInRoute({});`],
])('accepts %s: %s', (path, source) => {
  expect(ungated(path, source)).toEqual([]);
});
