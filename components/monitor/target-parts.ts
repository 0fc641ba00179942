import type { ListedMonitor } from '@/lib/contract/monitor';

/** An IPv6 address holds colons itself, so that a port can only stand behind brackets (RFC 3986, 3.2.2). */
const bareIpv6 = /^[^[/]*:[^/]*:/;

/** What a monitor checks in two parts: the host or URL, and the port with its colon, "" when there is none. */
export function addressParts({ target, port }: Pick<ListedMonitor, 'target' | 'port'>): [string, string] {
  if (port === null) return [target, ''];
  return [bareIpv6.test(target) ? `[${target}]` : target, `:${port}`];
}
