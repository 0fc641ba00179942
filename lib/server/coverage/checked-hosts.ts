import 'server-only';
import type { CoveringMonitor, notWorkingReasons } from '../../contract/coverage.ts';
import type { IndexedMonitor } from '../inventory/query/inventory-index.ts';
import type { Address } from '../inventory/query/pasted-address.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';

/** A monitor with an address, prepared for comparison. */
export interface Check {
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
export const siteOf = (host: string) => (host.startsWith('www.') ? host.slice(4) : host);

/** All checks, indexed by host, network and domain. */
export type CheckedHosts = ReturnType<typeof createCheckedHosts>;

export function createCheckedHosts(rows: readonly IndexedMonitor[]) {
  const checks = rows.flatMap(({ monitor, address }) => (address === null ? [] : checkOf(monitor, address)));
  const bySite = Map.groupBy(checks, ({ address }) => siteOf(address.host));
  const byBits = checks
    .flatMap((check) => (check.address.bits === null ? [] : { bits: check.address.bits, check }))
    .sort((a, b) => (a.bits < b.bits ? -1 : 1));
  const byDomain = Map.groupBy(
    checks.flatMap((check) => (check.address.bits === null ? domainsOf(check) : [])),
    ({ domain }) => domain,
  );

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
    inNetwork,
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

export function coveringMonitor(monitor: InventoryMonitor): CoveringMonitor {
  const { monitor_uuid, name, type, target, port, condition, maintenance_mode } = monitor;
  return { monitor_uuid, name, type, target, port, condition, maintenance_mode };
}
