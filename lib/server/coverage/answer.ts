import 'server-only';
import { isIP } from 'node:net';
import { distance } from 'fastest-levenshtein';
import { parse } from 'tldts';
import {
  type CoverageAnswer,
  type CoveredAddress,
  type CoveringMonitor,
  notWorkingReasons,
  otherwiseReasons,
} from '../../contract/coverage.ts';
import type { IndexedMonitor } from '../inventory/query/inventory-index.ts';
import type { Address } from '../inventory/query/pasted-address.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import type { ListedAddress } from './listed-address.ts';

const MAX_MONITORS = 5;

type Answer = Omit<CoveredAddress, 'address' | 'line' | 'name' | 'near'>;
type Difference = (typeof otherwiseReasons)[number];

/**
 * Answers from best to worst. A working monitor of a similar address is better than a monitor that does not work, and one that does
 * not work is no reason of an address that it does not check.
 */
const ranked: readonly { answer: CoverageAnswer; why: Answer['why'] }[] = [
  { answer: 'monitored', why: null },
  ...otherwiseReasons.map((why) => ({ answer: 'monitored_otherwise' as const, why })),
  ...notWorkingReasons.map((why) => ({ answer: 'not_working' as const, why })),
  ...otherwiseReasons.map((why) => ({ answer: 'not_working' as const, why })),
];

/**
 * Returns the best answer for an address, and the monitors for which it holds.
 *
 * @param shared the IP addresses that belong to several names
 * @param listed receives the UUIDs of all monitors of the address, also of those that a better one surpasses
 */
export function answerFor(
  address: ListedAddress,
  hosts: CheckedHosts,
  shared: ReadonlySet<string>,
  listed: Set<string>,
): Answer {
  let best = ranked.length;
  let found: { check: Check; as: string | null }[] = [];
  const consider = (
    checks: readonly Check[],
    differenceOf: (check: Check) => Difference | null,
    as: string | null = null,
  ) => {
    for (const check of checks) {
      listed.add(check.monitor.monitor_uuid);
      const rank = rankOf(check, differenceOf(check));
      if (rank > best) continue;
      if (rank < best) found = [];
      best = rank;
      found.push({ check, as });
    }
  };
  if (address.network !== null) consider(hosts.inNetwork(address.network), () => 'network');
  else if (address.isWildcard) consider(hosts.belowDomain(address.host), () => 'wildcard');
  else {
    consider(hosts.ofSite(address.host), (check) => differenceOf(address, check));
    consider(hosts.ofShortName(address.host), () => 'short_name');
    // One row is one machine: it is monitored if any of its names and addresses is.
    for (const host of address.others) {
      const least = shared.has(host) ? 'address' : null;
      consider(hosts.ofSite(host), (check) => differenceOf({ ...address, host }, check) ?? least, host);
      if (isIP(address.host) !== 0) consider(hosts.ofShortName(host), () => 'short_name', host);
    }
  }
  const { answer, why } = ranked[best] ?? { answer: 'not_monitored', why: null };
  const monitors = found.slice(0, MAX_MONITORS).map(({ check }) => check.monitor);
  return { answer, why, as: found[0]?.as ?? null, monitors, monitor_count: found.length };
}

/** The place in `ranked`. */
function rankOf({ fault }: Check, difference: Difference | null): number {
  const rank = difference === null ? 0 : 1 + otherwiseReasons.indexOf(difference);
  if (fault === null) return rank;
  const faults = 1 + otherwiseReasons.length;
  return difference === null
    ? faults + notWorkingReasons.indexOf(fault)
    : faults + notWorkingReasons.length + rank - 1;
}

/** Returns the largest difference between an address and a check of its host, or of the same name with or without www. */
function differenceOf({ host, scheme, port, path }: ListedAddress, check: Check): Difference | null {
  if (host !== check.address.host) return 'www';
  if (scheme !== null && scheme !== check.scheme) return 'scheme';
  if (port !== null && port !== check.address.port) return 'port';
  return path !== null && path !== check.address.path ? 'path' : null;
}

/** A monitor with an address, prepared for comparison. */
interface Check {
  /** The same object in all answers. */
  monitor: CoveringMonitor;
  address: Address;
  /** `http` and `https`; null for other types. */
  scheme: 'http' | 'https' | null;
  /** Why the monitor does not work; null: it works. It also works while its host is down. */
  fault: (typeof notWorkingReasons)[number] | null;
}

const none: readonly Check[] = [];

/** A host without www: both names usually lead to the same site. */
const siteOf = (host: string) => (host.startsWith('www.') ? host.slice(4) : host);

type CheckedHosts =
  ReturnType<typeof createCheckedHosts> extends Generator<void, infer Hosts> ? Hosts : never;

/** All checks, indexed by host, network and domain, one index a step. */
export function* createCheckedHosts(rows: readonly IndexedMonitor[]) {
  const checks = rows.flatMap(({ monitor, address }) => (address === null ? [] : checkOf(monitor, address)));
  yield;
  const bySite = Map.groupBy(checks, ({ address }) => siteOf(address.host));
  yield;
  const byBits = checks
    .flatMap((check) => (check.address.bits === null ? [] : { bits: check.address.bits, check }))
    .sort((a, b) => (a.bits < b.bits ? -1 : 1));
  const named = checks.filter(({ address }) => address.bits === null);
  yield;
  const byDomain = Map.groupBy(named.flatMap(domainsOf), ({ domain }) => domain);
  yield;
  const byBeginning = Map.groupBy(named.flatMap(beginningsOf), ({ beginning }) => beginning);
  yield;
  const names = [...new Set(named.map(({ address }) => address.host))];

  /** @param bits see `ListedAddress.network` */
  function inNetwork(bits: string): Check[] {
    let from = 0;
    for (let to = byBits.length; from < to; ) {
      const middle = (from + to) >>> 1;
      if ((byBits[middle]?.bits ?? '') < bits) from = middle + 1;
      else to = middle;
    }
    const found: Check[] = [];
    for (let one = byBits[from]; one?.bits.startsWith(bits); one = byBits[from]) {
      found.push(one.check);
      from += 1;
    }
    return found;
  }

  return {
    /** The checks of a host, and of the same name with or without www. */
    ofSite: (host: string): readonly Check[] => bySite.get(siteOf(host)) ?? none,
    /** The checks of the shortest names that begin with the labels of this name; none for a name under a public suffix. */
    ofShortName: (host: string): readonly Check[] =>
      hasPublicSuffix(host) ? none : nearestNames(byBeginning.get(host)?.map(({ check }) => check) ?? none),
    inNetwork,
    /** The monitored host whose name is nearest to this one; null: none is near enough for a slip. */
    near: (host: string) => nearestOf(host, names),
    belowDomain: (domain: string): readonly Check[] => byDomain.get(domain)?.map(({ check }) => check) ?? [],
  };
}

function checkOf(monitor: InventoryMonitor, address: Address): Check {
  const { type, target } = monitor;
  // The type decides: a different scheme in the target is a mistake.
  const isWeb = type === 'http' || type === 'https';
  const scheme = isWeb ? (/^http:/i.test(target) ? 'http' : /^https:/i.test(target) ? 'https' : type) : null;
  return { monitor: coveringMonitor(monitor), address, scheme, fault: faultOf(monitor) };
}

function faultOf({ condition, is_active }: InventoryMonitor): Check['fault'] {
  if (condition === 'inactive' || is_active === false) return 'inactive';
  if (condition === 'pending') return 'never_checked';
  return condition === 'overdue' ? 'overdue' : null;
}

/** The domains above a host. */
function domainsOf(check: Check): { domain: string; check: Check }[] {
  const labels = check.address.host.split('.');
  return labels.slice(1).map((_, index) => ({ domain: labels.slice(index + 1).join('.'), check }));
}

/** Whether a name is complete: it ends in a suffix under which names are registered, such as `com`. */
const hasPublicSuffix = (host: string) => host.includes('.') && parse(host).isIcann === true;

/** The names to which labels must be added to get the host: `db` and `db.fra1` of `db.fra1.internal`. */
function beginningsOf(check: Check): { beginning: string; check: Check }[] {
  const labels = check.address.host.split('.');
  return labels.slice(1).map((_, index) => ({ beginning: labels.slice(0, index + 1).join('.'), check }));
}

/** The checks of the names with the fewest labels: `db` is rather `db.internal` than `db.iad1.staging.internal`. */
function nearestNames(checks: readonly Check[]): readonly Check[] {
  const labelsOf = ({ address }: Check) => address.host.split('.').length;
  const fewest = Math.min(...checks.map(labelsOf));
  return checks.filter((check) => labelsOf(check) === fewest);
}

/** How many letters may be wrong. */
const MOST_WRONG = 2;
/** How many letters the parts that differ must have. `hr` and `pr`, `payments-api` and `payments-ar` are two names each. */
const lettersFor = (wrong: number) => 3 * wrong + 1;
const withoutDigits = (name: string) => name.replaceAll(/\d/g, '');

/** Returns the nearest of several names. Those that differ only in a number, or in a short part, are different hosts. */
function nearestOf(host: string, names: readonly string[]): string | null {
  let nearest: string | null = null;
  let least = MOST_WRONG + 1;
  for (const name of names) {
    if (Math.abs(name.length - host.length) > MOST_WRONG) continue;
    const wrong = distance(name, host);
    if (wrong >= least || withoutDigits(name) === withoutDigits(host)) continue;
    if (differentParts(host, name).length < lettersFor(wrong)) continue;
    nearest = name;
    least = wrong;
  }
  return nearest;
}

/** The parts of a name, between dots and hyphens, that another one does not have. */
function differentParts(host: string, name: string): string {
  const others = new Set(name.split(/[.-]/));
  const parts = host.split(/[.-]/).filter((part) => !others.has(part));
  return parts.join('.');
}

export function coveringMonitor(monitor: InventoryMonitor): CoveringMonitor {
  const { monitor_uuid, name, type, target, port, condition, maintenance_mode } = monitor;
  return { monitor_uuid, name, type, target, port, condition, maintenance_mode };
}
