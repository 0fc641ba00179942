import 'server-only';
import { readNetwork } from '../inventory/query/ip-address.ts';
import type { Address } from '../inventory/query/pasted-address.ts';
import type { Rule } from './rule.ts';
import { isPlainHttp, type Subject } from './subject.ts';

/** Addresses and names that have a meaning only within a network: RFC 1918, 6598, 3927, 4193, 6761, 6762, 8375 and .internal. */
const privateNetworks = networks(
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '169.254.0.0/16', '100.64.0.0/10'],
  ...['0.0.0.0/8', '::/128', '::1/128', 'fc00::/7', 'fe80::/10'],
);
const privateNames = ['localhost', 'local', 'internal', 'home.arpa'];

/** Addresses and names for documentation and tests: RFC 5737, 3849, 9637, 2606 and 6761. */
const testNetworks = networks(
  ...['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'],
);
const testNames = ['test', 'invalid', 'example.com', 'example.net', 'example.org'];

function networks(...texts: readonly string[]): readonly string[] {
  return texts.map((text) => readNetwork(text) ?? text);
}

/** Whether a host can be reached only from inside a network or a machine. */
export const isPrivateHost = (address: Address) => isOneOf(address, privateNetworks, privateNames);

/** Whether a host is reserved for documentation or tests, so that nobody runs a service there. */
export const isTestHost = (address: Address) => isOneOf(address, testNetworks, testNames);

function isOneOf({ host, bits }: Address, prefixes: readonly string[], names: readonly string[]): boolean {
  if (bits !== null) return prefixes.some((prefix) => bits.startsWith(prefix));
  return names.some((name) => host === name || host.endsWith(`.${name}`));
}

const ofAddress =
  (judge: (address: NonNullable<Subject['address']>) => boolean): Rule['judge'] =>
  ({ address }) =>
    address && judge(address);

/** Rules about the target of a monitor, alone and compared with those of the other active ones. */
export const targetRules: readonly Rule[] = [
  {
    id: 'private_address',
    topic: 'cannot_work',
    evidence: 'no_response',
    why: 'It can be reached only from inside a network, and the last check had no response.',
    needs: 'list',
    judge: ofAddress(isPrivateHost),
  },
  {
    id: 'test_address',
    topic: 'cannot_work',
    evidence: 'no_response',
    why: 'Names such as example.com are reserved for documentation and tests, and the last check had no response.',
    needs: 'list',
    judge: ofAddress(isTestHost),
  },
  {
    id: 'plain_http',
    topic: 'weak',
    why: 'It sees neither an expired certificate nor other failures that users of https have, if the host has https.',
    needs: 'list',
    judge: isPlainHttp,
  },
  {
    id: 'one_region_only',
    topic: 'weak',
    why: 'Most other hosts are checked from several, which tells an outage from a failure of one region.',
    needs: 'list',
    judge({ address }, { compared }) {
      if (!compared.hasSeveralRegions) return false;
      const regions = address && compared.regionsOf.get(address.host);
      if (!regions || regions.size === 0) return null;
      return regions.size > 1 ? false : compared.isComplete || null;
    },
  },
  {
    id: 'checked_twice',
    topic: 'noise',
    why: 'They check the same thing, and an outage may cause two alerts.',
    needs: 'settings',
    judge(subject, { compared }) {
      const { check = null, settings = null } = compared.keysOf.get(subject) ?? {};
      if (check === null) return null;
      const same = compared.sameChecks.get(check) ?? new Map<string | null, number>();
      if (settings !== null && (same.get(settings) ?? 0) > 1) return true;
      const isAlone = same.size === 1 && same.get(settings) === 1;
      // The settings of another one are not known. They may be the same.
      return same.has(null) && !isAlone ? null : false;
    },
  },
  {
    id: 'same_name_other_target',
    topic: 'noise',
    why: 'An alert does not tell which of them has failed.',
    needs: 'list',
    judge(subject, { compared }) {
      if (subject.monitor.unknown_fields.includes('name')) return null;
      const { name = null, target = null } = compared.keysOf.get(subject) ?? {};
      if (name === null) return false;
      return target === null ? null : compared.sharedNames.has(name);
    },
  },
];
