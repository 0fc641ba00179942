import 'server-only';
import { isPrivateHost, isTestHost } from './reserved-hosts.ts';
import { isPlainHttp, type Rule, type Subject } from './rule.ts';

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
