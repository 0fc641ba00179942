import 'server-only';
import { isPlainHttp, isWeb, type Subject } from './subject.ts';

/** Share of the hosts that must be checked from several regions, so that one region stands out. */
const SEVERAL_REGIONS_SHARE = 0.5;

/** The keys by which monitors are compared. Equal monitors have equal keys. Null: not known, or the monitor has none. */
export interface ComparedKeys {
  /** The name, alike to a reader. */
  name: string | null;
  /** What the monitor checks: scheme, host and port; for a URL also path and query. */
  target: string | null;
  /** The target, and the other fields of the list in which two checks of the target may differ. */
  check: string | null;
  /** The settings in which they may differ; '' for a type without settings. */
  settings: string | null;
}

/** What the active monitors have in common. */
export type ComparedMonitors = ReturnType<typeof compareMonitors>;

/**
 * @param keysOf the keys of all monitors. Inactive monitors are not compared
 * @param isComplete whether all monitors were read. Otherwise there may be other monitors with the same keys
 */
export function compareMonitors(keysOf: ReadonlyMap<Subject, ComparedKeys>, isComplete: boolean) {
  /** The regions from which each host is checked; null: they are not known for one of its monitors. */
  const regionsOf = new Map<string, Set<string> | null>();
  const targetOfName = new Map<string, string>();
  /** The names that monitors with different targets share. */
  const sharedNames = new Set<string>();
  /** For each check: the number of its monitors by their settings. */
  const sameChecks = new Map<string, Map<string | null, number>>();
  for (const [subject, { name, target, check, settings }] of keysOf) {
    const { monitor, address } = subject;
    if (monitor.is_active === false) continue;
    if (name !== null && target !== null) {
      if ((targetOfName.get(name) ?? target) !== target) sharedNames.add(name);
      targetOfName.set(name, target);
    }
    if (check !== null) {
      const same = sameChecks.get(check) ?? new Map<string | null, number>();
      sameChecks.set(check, same.set(settings, (same.get(settings) ?? 0) + 1));
    }
    if (address === null) continue;
    const regions = regionsOf.get(address.host);
    if (monitor.unknown_fields.includes('regions')) regionsOf.set(address.host, null);
    else if (regions === undefined) regionsOf.set(address.host, new Set(monitor.regions));
    else for (const region of monitor.regions) regions?.add(region);
  }
  const known = [...regionsOf.values()].filter((regions) => regions !== null);
  const several = known.filter(({ size }) => size > 1).length;
  return {
    isComplete,
    keysOf,
    regionsOf,
    sharedNames,
    sameChecks,
    /** Whether most hosts are checked from several regions. */
    hasSeveralRegions: several > 0 && several >= known.length * SEVERAL_REGIONS_SHARE,
  };
}

export function comparedKeysOf(subject: Subject): ComparedKeys {
  const { name, type, interval, regions, unknown_fields } = subject.monitor;
  const target = targetKey(subject);
  const isKnown = !['type', 'interval', 'regions'].some((field) => unknown_fields.includes(field));
  const sorted = regions.length > 1 ? [...new Set(regions)].sort() : regions;
  return {
    name: name.trim().replace(/\s+/g, ' ').toLowerCase() || null,
    target,
    check: target === null || !isKnown ? null : [type, interval, ...sorted, target].join('\n'),
    settings: isWeb(subject.monitor) ? httpSettings(subject) : '',
  };
}

/** The order of statuses means nothing. */
function httpSettings({ monitor }: Subject): string | null {
  const { http_method, expected_status_codes, follow_redirects, timeout_ms } = monitor;
  const statuses = expected_status_codes === null ? null : expected_status_codes?.toSorted((a, b) => a - b);
  const values = [http_method, statuses, follow_redirects, timeout_ms];
  return values.includes(undefined) ? null : JSON.stringify(values);
}

const PATH_AND_QUERY = /^(?:[^/?#]*:\/\/)?[^/?#]*([^#]*)/;

function targetKey(subject: Subject): string | null {
  const { monitor, address } = subject;
  const web = isWeb(monitor);
  if (address === null || web === null) return null;
  const host = `${address.host} ${address.port}`;
  if (!web) return host;
  const [, rest = ''] = PATH_AND_QUERY.exec(monitor.target) ?? [];
  return `${isPlainHttp(subject) ? 'http' : 'https'} ${host} ${rest.startsWith('/') ? rest : `/${rest}`}`;
}
