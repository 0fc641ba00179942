import 'server-only';
import {
  type CoverageAnswer,
  type CoveredAddress,
  notWorkingReasons,
  otherwiseReasons,
} from '../../contract/coverage.ts';
import type { Check, CheckedHosts } from './checked-hosts.ts';
import type { ListedAddress } from './listed-address.ts';

const MAX_MONITORS = 5;

type Answer = Omit<CoveredAddress, 'address' | 'line'>;
type Difference = (typeof otherwiseReasons)[number];

/** Answers from best to worst. A working monitor of a similar address is better than a monitor that does not work. */
const ranked: readonly { answer: CoverageAnswer; why: Answer['why'] }[] = [
  { answer: 'monitored', why: null },
  ...otherwiseReasons.map((why) => ({ answer: 'monitored_otherwise' as const, why })),
  ...notWorkingReasons.map((why) => ({ answer: 'not_working' as const, why })),
];

/** Returns the best answer for an address, and the monitors for which it holds. */
export function answerFor(address: ListedAddress, hosts: CheckedHosts): Answer {
  let best = ranked.length;
  let found: Check[] = [];
  const consider = (checks: readonly Check[], differenceOf: (check: Check) => Difference | null) => {
    for (const check of checks) {
      const rank = rankOf(check, differenceOf(check));
      if (rank > best) continue;
      if (rank < best) found = [];
      best = rank;
      found.push(check);
    }
  };
  if (address.network !== null) consider(hosts.inNetwork(address.network), () => 'network');
  else if (address.isWildcard) consider(hosts.belowDomain(address.host), () => 'wildcard');
  else {
    consider(hosts.ofSite(address.host), (check) => differenceOf(address, check));
  }
  const { answer, why } = ranked[best] ?? { answer: 'not_monitored', why: null };
  const monitors = found.slice(0, MAX_MONITORS).map(({ monitor }) => monitor);
  return { answer, why, monitors, monitor_count: found.length };
}

function rankOf({ fault }: Check, difference: Difference | null): number {
  if (fault !== null) return 1 + otherwiseReasons.length + notWorkingReasons.indexOf(fault);
  return difference === null ? 0 : 1 + otherwiseReasons.indexOf(difference);
}

/** Returns the largest difference between an address and a check of its host, or of the same name with or without www. */
function differenceOf({ host, scheme, port, path }: ListedAddress, check: Check): Difference | null {
  if (host !== check.address.host) return 'www';
  if (scheme !== null && scheme !== check.scheme) return 'scheme';
  if (port !== null && port !== check.address.port) return 'port';
  return path !== null && path !== check.address.path ? 'path' : null;
}
