import 'server-only';
import { formatInteger } from '../../text/format.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../env.ts';
import { PER_PAGE } from '../inventory/crawl/crawl-upstream.ts';
import { rules } from '../review/rules.ts';
import { createUpstreamClient } from '../upstream/client.ts';
import { printableProxy } from '../upstream/forward-proxy.ts';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import { openViews } from '../views/open-views.ts';
import { readSmallFile } from '../watched-file.ts';
import { errorMessage } from './failures.ts';

/**
 * Reads the configuration and one page of the API, for `npm start -- --check`.
 *
 * @returns what was found, in lines for the operator, and whether Sightline could show monitors and the views file is right. @throws ConfigError
 */
export async function checkSetup(): Promise<{ isOk: boolean; lines: string[] }> {
  const config = readConfig();
  const problems = await viewsProblems(config.viewsFile);
  const warnings = [...(config.unknownVariables === null ? [] : [config.unknownVariables]), ...problems];
  const isOk = problems.length === 0;
  if (config.demo) return { isOk, lines: [...warnings, 'Demo data needs no API.'] };
  const { baseUrl } = config.upstream;
  const proxy = config.proxyFor(baseUrl);
  const client = createUpstreamClient({ ...config.upstream, proxy, clock: systemClock });
  const result = await client.listMonitors({ page: 1, per_page: PER_PAGE });
  await client.close();
  const way = proxy === null ? '' : ` through the proxy ${printableProxy(proxy)}`;
  const address = `${baseUrl.origin}${baseUrl.pathname}${way}`;
  if (!result.ok) {
    const advice = wrongAddress.includes(result.failure.code)
      ? ' Check that MONITOR_API_BASE_URL is that of the Monitor Read API, and that this machine may connect to it.'
      : '';
    return { isOk: false, lines: [...warnings, `${address}: ${errorMessage(result.failure)}${advice}`] };
  }
  const { total } = result.value.pagination;
  const access = config.access.mode === 'none' ? 'no sign-in' : `sign-in with ${config.access.mode}`;
  const database = config.databaseUrl === null ? `SQLite in ${config.dataDirectory}` : 'PostgreSQL';
  return {
    isOk,
    lines: [
      ...warnings,
      `The configuration is valid: ${access}, ${database}.`,
      `${address} answers: ${formatInteger(total)} monitors. The key has the scope monitors:read.`,
      limitsOf(result.usage),
      costOf(total, result.usage),
    ],
  };
}

/** Returns the problems of the views file, one line each. @throws ConfigError when it cannot be read */
async function viewsProblems(path: string | null): Promise<string[]> {
  const log = { info: () => {}, warn: () => {} };
  const parts = { path, read: readSmallFile, rules: rules.map(({ id }) => id), log };
  const problems = (await openViews({ ...parts, clock: systemClock })).problems();
  return problems.map(
    ({ line, message }) => `SIGHTLINE_VIEWS_FILE${line === null ? '' : `, line ${line}`}: ${message}`,
  );
}

/** Failures that a wrong address probably causes. */
const wrongAddress = ['upstream_unreachable', 'upstream_error', 'upstream_timeout'];

function limitsOf(usage: UsageHeaders): string {
  const windows = [
    [usage.rateLimitLimit, usage.rateLimitRemaining, 'minute'],
    [usage.dailyLimit, usage.dailyRemaining, 'day'],
    [usage.monthlyLimit, usage.monthlyRemaining, 'month'],
  ] as const;
  const known = windows.flatMap(([limit, left, name]) => {
    if (limit === undefined) return [];
    const rest = left === undefined ? '' : ` (${formatInteger(left)} left)`;
    return `${formatInteger(limit)} a ${name}${rest}`;
  });
  return known.length === 0 ? 'The API names no limits.' : `Requests: ${known.join(', ')}.`;
}

/** Returns the cost of reading the list in a sentence. @param total the number of monitors */
export function costOf(total: number, { dailyLimit }: UsageHeaders): string {
  const requests = Math.max(1, Math.ceil(total / PER_PAGE));
  const cost = `Reading the list costs ${formatInteger(requests)} ${requests === 1 ? 'request' : 'requests'}`;
  if (dailyLimit === undefined) return `${cost}.`;
  return `${cost}: the daily quota is enough for ${formatInteger(Math.floor(dailyLimit / requests))} times.`;
}
