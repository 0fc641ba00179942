import 'server-only';
import { COVERAGE_MAX_ENTRIES, type Coverage, type CoveredAddress } from '../../contract/coverage.ts';
import { FailureError } from '../errors.ts';
import type { IndexedMonitor } from '../inventory/query/inventory-index.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { createAnswers } from './answer.ts';
import { coveringMonitor, createCheckedHosts, siteOf } from './checked-hosts.ts';
import type { ListedAddress } from './listed-address.ts';
import { listsByHand, readList } from './read-list.ts';

const MAX_NOT_UNDERSTOOD = 1000;
const MAX_NOT_LISTED = 10_000;

/** The coverage of a list, without what the inventory says about itself. */
export interface CheckedList extends Pick<Coverage, 'data' | 'not_listed'> {
  meta: Omit<Coverage['meta'], 'as_of' | 'inventory'>;
}

/**
 * Returns the answer for each address of a text, and the monitors that are not on the list. Each step of the generator is short, so
 * that the event loop can run between two steps. @throws FailureError `too_large` for too many entries
 */
export function* checkCoverage(text: string, rows: readonly IndexedMonitor[]): Generator<void, CheckedList> {
  const { format, entries } = readList(text);
  const addresses = new Map<string, { address: ListedAddress; line: number; isRepeated: boolean }>();
  const notUnderstood: { line: number; text: string }[] = [];
  let notUnderstoodCount = 0;
  for (const one of entries) {
    yield;
    if (one === null) continue;
    if ('notUnderstood' in one) {
      notUnderstoodCount += 1;
      if (notUnderstoodCount <= MAX_NOT_UNDERSTOOD)
        notUnderstood.push({ line: one.line, text: one.notUnderstood });
    } else {
      const before = addresses.get(one.address.key);
      if (before !== undefined) before.isRepeated = true;
      else addresses.set(one.address.key, { ...one, isRepeated: false });
    }
    if (addresses.size + notUnderstoodCount > COVERAGE_MAX_ENTRIES)
      throw new FailureError({ code: 'too_large', what: 'entries' });
  }
  const answerOf = createAnswers(createCheckedHosts(rows));
  const counts = { monitored: 0, monitored_otherwise: 0, not_working: 0, not_monitored: 0 };
  const data: CoveredAddress[] = [];
  const duplicates: string[] = [];
  for (const { address, line, isRepeated } of addresses.values()) {
    yield;
    const answer = answerOf(address);
    counts[answer.answer] += 1;
    data.push({ address: address.text, line, ...answer });
    if (isRepeated && listsByHand.has(format)) duplicates.push(address.text);
  }
  const isListed = listedBy([...addresses.values()].map(({ address }) => address));
  const left: InventoryMonitor[] = [];
  for (const row of rows) {
    yield;
    if (!isListed(row)) left.push(row.monitor);
  }
  return {
    data,
    not_listed: left.slice(0, MAX_NOT_LISTED).map(coveringMonitor),
    meta: {
      ...{ format, addresses: data.length, counts, not_understood: notUnderstood },
      ...{ not_understood_count: notUnderstoodCount, duplicates, monitors_not_listed: left.length },
    },
  };
}

/** Returns whether a list has the host of a monitor, the same name with or without www, its network, or a domain above it. */
function listedBy(addresses: readonly ListedAddress[]): (row: IndexedMonitor) => boolean {
  const isHost = ({ network, isWildcard }: ListedAddress) => network === null && !isWildcard;
  const sites = new Set(addresses.filter(isHost).map(({ host }) => siteOf(host)));
  const networks = new Set(addresses.flatMap(({ network }) => network ?? []));
  const domains = new Set(addresses.flatMap((one) => (one.isWildcard ? one.host : [])));
  return ({ address }) => {
    if (address === null) return false;
    const { host, bits } = address;
    if (sites.has(siteOf(host))) return true;
    if (bits !== null) {
      for (let end = networks.size === 0 ? bits.length + 1 : 0; end <= bits.length; end += 1)
        if (networks.has(bits.slice(0, end))) return true;
      return false;
    }
    for (let dot = domains.size === 0 ? -1 : host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1))
      if (domains.has(host.slice(dot + 1))) return true;
    return false;
  };
}
