import type { ListedMonitor } from '@/lib/contract/monitor';
import { visibleName } from '@/lib/text/visible-name';
import { isUnknown } from './unknown-value';

export function shownName(monitor: Pick<ListedMonitor, 'name' | 'unknown_fields'>): string {
  return visibleName(monitor.name) ?? (isUnknown(monitor, 'name') ? 'Unknown name' : '(no name)');
}

/** An IPv6 address without brackets, which it needs before a port (RFC 3986, 3.2.2). */
const bareIpv6 = /^[^[/]*:[^/]*:/;

/** The target of a monitor in two parts: the host or URL, and the port with its colon ("" without a port). */
export function targetParts({ target, port }: Pick<ListedMonitor, 'target' | 'port'>): [string, string] {
  if (port === null) return [target, ''];
  return [bareIpv6.test(target) ? `[${target}]` : target, `:${port}`];
}
