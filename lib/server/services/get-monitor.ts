import 'server-only';
import { z } from 'zod';
import type { MonitorDetail } from '@/lib/contract/answers';
import { FailureError } from '../errors';
import type { Gateway } from '../gateway';
import { conditionOf } from '../inventory/condition';
import type { LastGood } from '../last-good';
import type { WireDetail } from '../upstream/schema';
import { describeDegraded } from './describe-degraded';

/** Any UUID shape (versions are not our business); checked before anything is asked of upstream. */
const uuidSchema = z.guid().toLowerCase();

/**
 * Answers for one monitor.
 * @throws FailureError `invalid_parameter` for what is no UUID, `monitor_not_found`, or an upstream failure when
 *   nothing was read before
 */
export type GetMonitor = (uuid: string) => Promise<MonitorDetail>;

export function createGetMonitor(parts: {
  gateway: Gateway;
  details: LastGood<WireDetail>;
  demo: boolean;
}): GetMonitor {
  return async (given) => {
    const uuid = uuidSchema.safeParse(given);
    if (!uuid.success) {
      throw new FailureError({ code: 'invalid_parameter', parameter: 'uuid', detail: 'must be a UUID' });
    }
    const { reading, degraded } = await parts.details.get(uuid.data, () => parts.gateway.monitor(uuid.data));
    return {
      data: { ...reading.value, condition: conditionOf(reading.value, reading.upstreamNow) },
      meta: {
        as_of: new Date(reading.asOf).toISOString(),
        degraded: degraded && describeDegraded(degraded),
        partial: false,
        demo: parts.demo,
      },
    };
  };
}
