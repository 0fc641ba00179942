import type { BuiltRoute } from '../products/built-routes.ts';

/** One variant of a request for a route: how its path is written, with which headers, by which method. */
export interface Variant {
  writePath: (path: string) => string;
  variants: readonly HeaderVariant[];
  method: string;
}

/** Other spellings of a path, and the paths that Next itself derives from it. */
export const pathVariants = [
  (path: string) => path,
  (path: string) => `${path}.rsc`,
  (path: string) => `${path}.prefetch.rsc`,
  (path: string) => `${path}.html`,
  (path: string) => `${path}.json`,
  (path: string) => `${path}.txt`,
  (path: string) => `${path}/page`,
  (path: string) => `${path}.segments/_tree.segment.rsc`,
  (path: string) => `${path}.segments/_full.segment.rsc`,
  (path: string) => `${path}.segments/_index.segment.rsc`,
  (path: string) => `${path}.segments/_head.segment.rsc`,
  (path: string) => `${path}.segments${path}/__PAGE__.segment.rsc`,
  (path: string) => `${path}/__PAGE__`,
  (path: string) => `${path}?_rsc=1a2b3`,
  (path: string) => `${path}?_rsc=1a2b3&__nextDataReq=1&nxtPuuid=x&nextLocale=en`,
  (path: string) => `${path}/`,
  (path: string) => `${path}//`,
  (path: string) => `/${path}`,
  (path: string) => `//${path}`,
  (path: string) => path.replaceAll('/', '//'),
  (path: string) => path.replaceAll('/', '/./'),
  (path: string) => `/x/..${path}`,
  (path: string) => `/login/..${path}`,
  (path: string) => `/%2e${path}`,
  (path: string) => `/x/%2e%2e${path}`,
  (path: string) => `/_next/static/..${path}`,
  (path: string) => `/_next/static/%2e%2e/%2e%2e${path}`,
  (path: string) => `/_next/data/x${path}.json`,
  (path: string) => `/_next/image?url=${encodeURIComponent(path)}&w=640&q=75`,
  (path: string) => `/${path.slice(1).replaceAll('/', '%2f')}`,
  (path: string) => `/${path.slice(1).replaceAll('/', '\\')}`,
  (path: string) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path: string) => path.replace(/[a-z]/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  (path: string) => path.toUpperCase(),
  (path: string) => `${path};jsessionid=1`,
  (path: string) => `${path}%00`,
  (path: string) => `${path}%20`,
  (path: string) => `${path}%3f`,
  (path: string) => `${path}#`,
  (path: string) => `http://sightline.internal${path}`,
  (path: string) => `/login${path}`,
  (path: string) => `/api${path}`,
  (path: string) => path.replace('/api/', '/'),
] as const;

export const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const;

/** Headers that have bypassed an access check in some product, or that Next interprets. */
const headersByVariant = {
  rsc: () => ({ RSC: '1' }),
  prefetch: () => ({ RSC: '1', 'Next-Router-Prefetch': '1' }),
  'prefetch-runtime': () => ({ RSC: '1', 'Next-Router-Prefetch': '2' }),
  'segment-tree': () => segment('/_tree'),
  'segment-full': () => segment('/_full'),
  'segment-index': () => segment('/_index'),
  'segment-head': () => segment('/_head'),
  'segment-page': ({ path }) => segment(`${path}/__PAGE__`),
  'segment-pattern': ({ pattern }) => segment(`${pattern.replaceAll(/\[(\w+)\]/g, '$d$$$1')}/__PAGE__`),
  'state-tree': ({ stateTree }) => ({ RSC: '1', 'Next-Router-State-Tree': stateTree }),
  'state-tree-only': ({ stateTree }) => ({ 'Next-Router-State-Tree': stateTree }),
  'state-tree-url': ({ stateTree, path }) => ({
    RSC: '1',
    'Next-Router-State-Tree': stateTree,
    'Next-Url': path,
  }),
  'hmr-refresh': () => ({ RSC: '1', 'Next-HMR-Refresh': '1', 'Next-HMR-Refresh-Hash': 'x' }),
  subrequest: () => ({ 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' }),
  'subrequest-src': () => ({
    'x-middleware-subrequest': 'src/middleware:src/middleware:src/middleware:src/proxy:proxy',
  }),
  'middleware-next': () => ({
    'x-middleware-next': '1',
    'x-middleware-invoke': '1',
    'x-middleware-prefetch': '1',
  }),
  rewrite: ({ path }) => ({ 'x-middleware-rewrite': path, 'x-nextjs-rewritten-path': path }),
  invoke: ({ path }) => ({ 'x-invoke-path': path, 'x-invoke-output': path, 'x-invoke-status': '200' }),
  matched: ({ path, pattern }) => ({ 'x-matched-path': pattern, 'x-now-route-matches': `1=${path}` }),
  'nextjs-data': () => ({ 'x-nextjs-data': '1', 'x-nextjs-html-request-id': 'x' }),
  revalidate: () => ({ 'x-prerender-revalidate': 'x', 'x-prerender-revalidate-if-generated': '1' }),
  preview: () => ({ Cookie: '__prerender_bypass=x; __next_preview_data=x' }),
  resume: () => ({ 'next-resume': '1', 'x-nextjs-postponed': '1', 'x-next-resume-state-length': '2' }),
  action: () => ({ 'Next-Action': '40'.padEnd(42, 'a'), 'Content-Type': 'text/plain;charset=UTF-8' }),
  'action-form': () => ({ 'Next-Action': 'x', 'Content-Type': 'multipart/form-data; boundary=x' }),
  forwarded: () => ({
    'X-Forwarded-For': '127.0.0.1',
    'X-Forwarded-Host': 'localhost',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-User': 'admin',
    Forwarded: 'for=127.0.0.1;host=localhost;proto=https',
  }),
  address: () => ({
    'X-Real-IP': '127.0.0.1',
    'X-Client-IP': '::1',
    'True-Client-IP': '127.0.0.1',
    Via: '1.1 proxy',
  }),
  original: ({ path }) => ({
    'X-Original-URL': path,
    'X-Rewrite-URL': path,
    'X-Forwarded-Path': path,
    'X-Forwarded-Prefix': path,
  }),
  override: () => ({ 'X-HTTP-Method-Override': 'GET', 'X-Method-Override': 'GET' }),
  host: () => ({ Host: 'localhost' }),
  'host-other': () => ({ Host: 'sightline.internal:443@evil.example' }),
  'host-none': () => ({ Host: '' }),
  origin: () => ({
    Origin: 'http://127.0.0.1',
    Referer: 'http://127.0.0.1/monitors',
    'Sec-Fetch-Site': 'same-origin',
  }),
  credentials: () => ({ Authorization: 'Basic YWRtaW46YWRtaW4=', 'X-Api-Key': 'x', 'Remote-User': 'admin' }),
  bearer: () => ({ Authorization: 'Bearer null', 'X-Authenticated-User': 'admin' }),
  cookie: () => ({ Cookie: 'sightline-local=x; __Host-sightline=x; session=admin' }),
  'cookie-odd': () => ({ Cookie: 'sightline-local; =; ;; sightline-local==; sightline-local[]=x' }),
  conditional: () => ({ 'If-None-Match': '*', 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
  range: () => ({ Range: 'bytes=0-100000', 'If-Range': '"x"' }),
  crawler: () => ({ 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }),
  purpose: () => ({ Purpose: 'prefetch', 'Sec-Purpose': 'prefetch;prerender', 'Sec-Fetch-Dest': 'script' }),
  accept: () => ({ Accept: 'text/x-component', 'Content-Type': 'text/x-component' }),
} as const satisfies Record<string, (route: BuiltRoute) => Record<string, string>>;

type HeaderVariant = keyof typeof headersByVariant;

export const headerVariants = Object.keys(headersByVariant).filter((name): name is HeaderVariant =>
  Object.hasOwn(headersByVariant, name),
);

/** Returns the headers of several variants; when two set the same header, the later one wins. */
export function headersOf(variants: readonly HeaderVariant[], route: BuiltRoute): Record<string, string> {
  return Object.assign({}, ...variants.map((name) => headersByVariant[name](route)));
}

function segment(path: string): Record<string, string> {
  return { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': path };
}
