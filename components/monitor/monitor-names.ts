import type { ListedMonitor } from '@/lib/contract/monitor';

/** Spaces, controls, and characters that draw nothing, such as the Hangul filler and the blank of Braille. */
const invisible = /^[\p{White_Space}\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** A monitor's name, or null when there is nothing of it to see. */
export function visibleName(name: string): string | null {
  return invisible.test(name) ? null : name;
}

/** An IPv6 address holds colons itself, so that a port can only stand behind brackets (RFC 3986, 3.2.2). */
const bareIpv6 = /^[^[/]*:[^/]*:/;

/** What a monitor checks in two parts: the host or URL, and the port with its colon, "" when there is none. */
export function addressParts({ target, port }: Pick<ListedMonitor, 'target' | 'port'>): [string, string] {
  if (port === null) return [target, ''];
  return [bareIpv6.test(target) ? `[${target}]` : target, `:${port}`];
}
