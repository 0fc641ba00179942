import 'server-only';
import { isPrivateHost, isTestHost } from './reserved-hosts.ts';
import { isWeb, type Rule, type Subject, type Verdict } from './rule.ts';

const ofAddress =
  (judge: (address: NonNullable<Subject['address']>) => boolean): Rule['judge'] =>
  ({ address }) =>
    address && judge(address);

/** Whether a monitor is checked by plain http. The scheme of its target is more precise than its type. */
export function isPlainHttp({ monitor }: Pick<Subject, 'monitor'>): Verdict {
  const web = isWeb(monitor);
  if (!web) return web;
  if (monitor.unknown_fields.includes('target')) return null;
  const [, scheme = monitor.type] = /^([a-z][a-z\d+.-]*):\/\//i.exec(monitor.target) ?? [];
  return scheme.toLowerCase() === 'http';
}

export const addressRules: readonly Rule[] = [
  {
    id: 'private_address',
    topic: 'cannot_work',
    title: 'Private or loopback address',
    why: 'It can be reached only from inside a network; from outside, the check fails or reaches something else.',
    needs: 'list',
    judge: ofAddress(isPrivateHost),
  },
  {
    id: 'test_address',
    topic: 'cannot_work',
    title: 'Address for tests or documentation',
    why: 'Names such as example.com and example.test are reserved: nothing of yours runs there.',
    needs: 'list',
    judge: ofAddress(isTestHost),
  },
  {
    id: 'plain_http',
    topic: 'weak',
    title: 'Plain http',
    why: 'It sees neither an expired certificate nor other failures that users of https have.',
    needs: 'list',
    judge: isPlainHttp,
  },
];
