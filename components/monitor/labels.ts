import type { InventorySort } from '@/lib/contract/inventory-sorts';
import type { Condition, ListedMonitor } from '@/lib/contract/monitor';
import { formatAge } from '@/lib/format';

/** What each condition is called, wherever it is named. */
export const conditionLabels: Record<Condition, string> = {
  down: 'Down',
  overdue: 'Overdue',
  pending: 'Not checked yet',
  up: 'Up',
  inactive: 'Inactive',
};

const knownStatuses: readonly (string | null)[] = ['up', 'down', null];

/** The word for a monitor's condition; a status the API's specification does not know is shown as it came. */
export function conditionLabel(monitor: Pick<ListedMonitor, 'condition' | 'last_status'>): string {
  const { condition, last_status: status } = monitor;
  if (condition === 'up' && !knownStatuses.includes(status)) return `unknown: ${status}`;
  return conditionLabels[condition];
}

/** Less than this is no news: it may just have been read for the first time. Seconds. */
const WORTH_SAYING_S = 60;

/**
 * For how long a monitor has been seen down. The API does not say since when it is; it has been so at least for this
 * long. What came after the last reading nobody has seen, so it does not count.
 *
 * @param since when it was first seen down; @param asOf the last reading. Both ISO 8601
 */
export function downLabel(since: string, asOf: string): string {
  const seconds = secondsBetween(since, asOf);
  return seconds < WORTH_SAYING_S ? 'Down' : `Down ≥ ${formatAge(seconds)}`;
}

/**
 * Green can lie: the last word was "up", but none had come for longer than there should when it was read.
 *
 * @param lastCheck, asOf as in `downLabel`
 */
export function silentLabel(lastCheck: string, asOf: string, long: boolean): string {
  const age = formatAge(secondsBetween(lastCheck, asOf));
  return long ? `Last seen up, but silent for ${age}` : `Silent ${age}`;
}

function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}

/** What `maintenance_mode` means: the specification gives two readings, so both are told. */
export const maintenanceMeaning =
  'In maintenance. The API describes this in two ways: checks are recorded but raise no alerts, or the monitor is not checked.';

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

/** What a list is sorted by, after the word "by". */
export const sortLabels: Record<InventorySort, string> = {
  attention: 'attention',
  name: 'name',
  type: 'type',
  target: 'target',
  interval: 'interval',
  region: 'region',
  last_check_at: 'last check',
  last_status: 'last status',
  last_response_time_ms: 'response time',
  created_at: 'creation',
  updated_at: 'last change',
};
