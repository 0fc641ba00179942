import type { Monitor } from '../../../lib/reference-api/fixture.ts';
import type { SharedStack } from '../products/shared-products.ts';

/** A monitor of the reference API with the condition that the product should show. */
export type ExpectedMonitor = Monitor & { condition: 'down' | 'overdue' | 'pending' | 'up' | 'inactive' };

const epoch = (time: string | null) => (time === null ? 0 : Date.parse(time));

/** A check is overdue when three intervals and a minute have passed. */
function conditionOf({ is_active, last_status, last_check_at, interval }: Monitor, now: number) {
  if (!is_active) return 'inactive';
  if (last_status === 'down') return 'down';
  if (last_check_at === null) return 'pending';
  return now - epoch(last_check_at) > (3 * interval + 60) * 1000 ? 'overdue' : 'up';
}

/**
 * Returns the monitors of a stack that never changes, newest first, as a list sorted by creation shows them. It
 * computes this from the data of the reference API, without the code of the product.
 *
 * In the default order only the first monitors are known in advance: the order of equally urgent ones depends on when
 * the product has read them.
 */
export function expectedMonitors({ referenceApi }: Pick<SharedStack, 'referenceApi'>): ExpectedMonitor[] {
  const all = referenceApi.api.organization().monitors();
  // The clock of the API stands still a second after the newest check.
  const now = Math.max(...all.map(({ last_check_at }) => epoch(last_check_at)));
  return all.map((monitor) => ({ ...monitor, condition: conditionOf(monitor, now) }));
}

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a monitor has each of these words in its name, target, port or region, or as its type. */
export function hasWords(...words: readonly string[]): (monitor: Monitor) => boolean {
  return ({ name, target, port, regions, type }) => {
    const text = withoutAccents([name, port === null ? target : `${target}:${port}`, ...regions].join('\n'));
    return words.every((word) => text.includes(word) || type === word);
  };
}
