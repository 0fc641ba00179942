import type { RawRequest } from '../http/raw-request.ts';
import { words } from './words.ts';

const unknown = '00000000-0000-4000-8000-999999999999';
const rsc = { RSC: '1' };
const headerVariants: Record<string, string>[] = [
  {},
  rsc,
  { ...rsc, 'Next-Router-Prefetch': '1' },
  { ...rsc, 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/_tree' },
];

/**
 * Returns requests for everything that the product serves (pages in each form, data, files), and for much that it
 * rejects.
 *
 * @param uuid of an existing monitor
 * @param cookie sent with each request
 */
export function everyRequest(uuid: string, cookie: string | null): RawRequest[] {
  const pages = words(`
    / /monitors /monitors?q=monitor&sort=name /monitors?page=99 /monitors/${uuid} /report
    /report?month=2026-01 /review /usage /wall /wall?q=monitor /monitors/${unknown}
    /monitors/not-a-uuid /nowhere /login /login?error=wrong_password&wait=9 /monitors.rsc /usage.rsc
    /monitors/${uuid}.rsc /_next/data/x/monitors.json /_error /_global-error`);
  const data = words(`
    /api/monitors /api/monitors?facets=true&sort=name /api/monitors?page=0 /api/monitors/${uuid}
    /api/monitors/${unknown} /api/monitors/x /api/report /api/report?month=2026-13
    /api/report/export?format=csv /api/review /api/usage /api/wall /api/wall?page=0 /api/views
    /api/status /api/status?view=x /api/badge.svg /api/changes/feed /api/changes/feed?token=x
    /api/auth/wall /api/health /api/health?ready=1 /api/metrics /api/x /api/openapi.json
    /api/monitors/export?format=csv /api/monitors/export?format=json
    /api/monitors/export /api/auth/login /api/auth/callback?code=x&state=y
    /api/auth/callback?error=x /api/auth/logout`);
  const mistakes: RawRequest[] = [
    { path: '/%ff' },
    { path: '/', headers: { 'X-Long': 'x'.repeat(70_000) } },
    { path: '/monitors', method: 'POST' },
    { path: '/api/monitors', method: 'DELETE' },
    { path: '/api/monitors', method: 'OPTIONS' },
    { path: '/api/monitors', method: 'TRACE' },
    { path: '/api/auth/login', method: 'POST' },
    { path: '/_next/static/chunks/none.js.map' },
    { path: '/.env' },
  ];
  const all: RawRequest[] = [
    ...pages.flatMap((path) => headerVariants.map((headers) => ({ path, headers }))),
    ...data.map((path) => ({ path })),
    ...mistakes,
  ];
  const own: Record<string, string> = cookie === null ? {} : { cookie };
  return all.map((request) => ({ ...request, headers: { ...request.headers, ...own } }));
}
