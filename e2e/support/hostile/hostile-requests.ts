import fc from 'fast-check';
import { anyCharacter } from '../../../lib/testing/any-character.ts';
import type { RawRequest } from '../http/raw-request.ts';
import { words } from './words.ts';

const methods = words(`
  HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND SEARCH`);
const unknownPaths = words(`
  / /nowhere /api /api/ /api/metrics /.env /wp-login.php /_next/data/x/monitors.json
  /_next/image?url=%2Ficon.svg&w=64&q=75 /_next/static/chunks/none.js /_next/webpack-hmr /index.php
  /monitors.rsc /monitors.segments/_tree.segment.rsc /_error /500 /_not-found /_global-error`);
const names = [
  ...words(`
  page per_page q type condition region sort order facets is_active maintenance_mode format next error
  wait state code iss _rsc ready page[] __proto__ constructor q[$ne] %00`),
  '',
];
const values = [
  ...words(`
  -1 0 1 2 1e9 1000000000 999999999 NaN null true csv json name https -https down asc attention %00
  %0d%0aSet-Cookie:a=b %ff % [] %E2%80%AE (a+)%2B$ ../../etc/passwd '%20OR%201=1 %3Cscript%3E
  //evil.example https://evil.example javascript:1 %F0%9F%92%A9`),
  'x'.repeat(101),
  'x'.repeat(9000),
];
const headerNames = words(`
  accept accept-encoding accept-language rsc next-router-state-tree next-url next-router-prefetch
  next-router-segment-prefetch next-hmr-refresh next-action next-resume x-middleware-subrequest
  x-nextjs-data x-matched-path x-invoke-status x-prerender-revalidate x-forwarded-for x-forwarded-host
  x-forwarded-proto x-http-method-override host origin sec-fetch-site if-none-match if-modified-since
  range sightline-refresh expect upgrade content-type content-encoding authorization te purpose
  user-agent cookie`);
const headerValues = ['', '1', '0', '2', '*', 'evil.example', 'https://evil.example', 'garbage', 'W/"x", "y"']
  .concat(['bytes=0-1,5-', 'gzip;q=nan, br', 'multipart/form-data; boundary=x', 'text/plain;charset=nothing'])
  .concat([
    'application/x-www-form-urlencoded',
    '/_tree',
    '/../secret',
    '%5B%22%22%2C%7B%7D%5D',
    '[[[',
    'off',
    '-5',
  ])
  .concat([
    '127.0.0.1',
    'a, b, c',
    'Bearer x',
    'x'.repeat(5000),
    '__proto__',
    'sightline_preferences=%7B%22version%22%3A1',
  ]);

/** A header value without characters that would end it. */
const headerText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...headerValues) },
  fc.array(fc.integer({ min: 0x21, max: 0xff }), { maxLength: 60 }).map(latin),
);
const cookies = fc
  .array(
    fc.tuple(
      fc.constantFrom('sightline-local', '__Host-sightline', 'sightline_preferences', 'x'),
      headerText,
    ),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value.replace(/;/g, '')}`).join('; '));
const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...values) },
  fc.string({ unit: anyCharacter, maxLength: 40 }).map((value) => encodeURIComponent(value.toWellFormed())),
);
const query = fc
  .array(fc.tuple(fc.constantFrom(...names), text), { maxLength: 4 })
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`));

/** Changes of a path. */
const mutations: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => `//evil.example${path}`,
  (path) => `/%2e%2e${path}`,
  (path) => `/x/..${path}`,
  (path) => path.replace(/[^/]$/, (last) => `%${last.charCodeAt(0).toString(16)}`),
  (path) => path.toUpperCase(),
  (path) => `${path}.rsc`,
  (path) => `${path}.segments/_tree.segment.rsc`,
  (path) => `${path};a=b`,
  (path) => `${path}%00`,
  (path) => `${path}%ff`,
  (path) => `${path}%0d%0aX-Evil:1`,
  (path) => path.replace(/(?!^)\//g, '\\'),
  (path) => `${path}/${'a/'.repeat(300)}`,
  (path) => `${path}${'a'.repeat(9000)}`,
];

/** The placeholder for a parameter of a route. */
export const PARAMETER = 'PARAMETER';

export type HostileRequest = Required<RawRequest>;

/**
 * Generates hostile requests, most of them to existing paths, with malformed or unusual parts.
 * @param routes paths with PARAMETER as the placeholder
 * @param parameters values for the placeholder, in addition to garbage
 */
export function hostileRequest(
  routes: readonly string[],
  parameters: readonly string[],
): fc.Arbitrary<HostileRequest> {
  const parameter = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...parameters) }, text);
  const known = fc
    .tuple(fc.constantFrom(...routes), parameter)
    .map(([route, filled]) => route.replace(PARAMETER, filled));
  const plainPath = fc.oneof({ weight: 5, arbitrary: known }, fc.constantFrom(...unknownPaths));
  const path = fc.oneof(
    { weight: 3, arbitrary: plainPath },
    fc.tuple(plainPath, fc.constantFrom(...mutations)).map(([plain, mutate]) => mutate(plain)),
  );
  return fc
    .record({
      method: fc.oneof({ weight: 3, arbitrary: fc.constant('GET') }, fc.constantFrom(...methods)),
      path: fc.tuple(path, query).map((parts) => parts.join('')),
      headers: fc.dictionary(fc.constantFrom(...headerNames), headerText, { maxKeys: 5 }),
      cookie: fc.option(cookies),
      body: fc.option(fc.oneof(text, fc.string({ maxLength: 2000 }))),
    })
    .map(({ method, path: raw, headers, cookie, body }) => {
      const content = method === 'GET' || method === 'HEAD' ? '' : (body ?? '');
      return {
        method,
        // Node's HTTP client rejects other characters; tests send them with send-bytes.ts.
        path: raw.replace(/[^\x21-\xff]/g, '%20'),
        headers: {
          ...headers,
          ...(cookie === null ? {} : { cookie }),
          // Node's HTTP client does not frame the body of OPTIONS and similar methods by itself.
          ...(content === '' ? {} : { 'content-length': String(Buffer.byteLength(content)) }),
        },
        body: content,
      };
    });
}

function latin(codes: readonly number[]): string {
  return String.fromCharCode(...codes.filter((code) => code !== 0x7f));
}
