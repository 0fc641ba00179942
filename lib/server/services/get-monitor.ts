import 'server-only';
import { LRUCache } from 'lru-cache';
import type { MonitorDetail } from '@/lib/contract/responses';
import type { Clock } from '../clock.ts';
import { FailureError, isFailure } from '../errors.ts';
import { type EtaggedBody, etaggedBody } from '../etagged-body.ts';
import type { Gateway } from '../gateway.ts';
import type { Inventory, InventoryView } from '../inventory/inventory.ts';
import type { StaleOnErrorCache } from '../stale-on-error-cache.ts';
import { type Trouble, troubleAfter } from '../trouble.ts';
import type { WireDetail } from '../upstream/schema.ts';
import { describeDegraded } from './describe-degraded.ts';
import { partialAnswer, wholeAnswer } from './monitor-answer.ts';
import { readMonitorUuid } from './monitor-uuid.ts';
import { notReady } from './not-ready.ts';
import { createUnlistedMonitors } from './unlisted-monitors.ts';

/** Who opens a monitor while the first crawl runs waits this long for it to be read, milliseconds. */
const COLD_WAIT_MS = 4000;

/** How a monitor is read for a person who asks for it to be read now. */
interface ReadingOptions {
  /** How old a reading may be to be reused, milliseconds; a minute unless told otherwise. */
  within?: number;
  /** Whether a new reading is waited for to its end, although an older one could be served. */
  untilRead?: boolean;
  /** Told of each request upstream as it goes out. */
  onSent?: () => void;
}

/** Since when so many monitors cannot be read is remembered, so that each answer says the same. */
const FAILING_MAX = 2000;

/**
 * Answers for one monitor: read anew at most once a minute; the list shape when upstream may not be asked. While the
 * inventory is not complete, a monitor that it lacks is asked for upstream (unlisted-monitors.ts), unless nothing at all
 * has been read yet.
 *
 * @throws FailureError `invalid_parameter` for what is no UUID, `monitor_not_found` (also, at no cost, for what the
 *   complete inventory does not hold), or an upstream failure when nothing at all is known; `not_ready` while it cannot
 *   be told whether there is one
 */
export type GetMonitor = (uuid: string, options?: ReadingOptions) => Promise<EtaggedBody<MonitorDetail>>;

export function createGetMonitor(parts: {
  gateway: Gateway;
  inventory: Inventory;
  details: StaleOnErrorCache<WireDetail>;
  clock: Clock;
  demo: boolean;
}): GetMonitor {
  const { gateway, inventory, details, clock, demo } = parts;
  const unlisted = createUnlistedMonitors(clock);
  /** Of monitors that were never read by themselves. */
  const failing = new LRUCache<string, Trouble>({ max: FAILING_MAX });

  async function whole(uuid: string, { onSent, ...options }: ReadingOptions): Promise<MonitorDetail> {
    const served = await details.get(uuid, () => gateway.monitor(uuid, onSent), options);
    const { reading, degraded } = served;
    return wholeAnswer(reading, degraded && describeDegraded(degraded), inventory, demo);
  }

  /** Of a monitor that was never read, alone or in the list. */
  async function lookedUp(
    uuid: string,
    view: InventoryView,
    options: ReadingOptions,
  ): Promise<MonitorDetail> {
    const { state, trouble, index } = view;
    if (index === null) throw new FailureError(trouble?.failure ?? notReady(clock));
    return unlisted.lookUp(
      uuid,
      (onSent) => whole(uuid, { ...options, onSent: both(onSent, options.onSent) }),
      (retryAt) =>
        state === 'reading'
          ? (trouble?.failure ?? { code: 'not_ready', what: 'list', retryAt })
          : { code: 'not_ready', what: 'missing_monitor', retryAt },
    );
  }

  return async (given, options = {}) => {
    const uuid = readMonitorUuid(given);
    const isUnlisted = inventory.view().state !== 'complete' && inventory.monitor(uuid) === undefined;
    /** Whether it was read before, of a monitor that the list does not show. */
    const isKnown = isUnlisted && (await details.has(uuid));
    const isSettled = ({ state, trouble }: InventoryView) =>
      state !== 'reading' || trouble !== null || inventory.monitor(uuid) !== undefined;
    // The first crawl may be about to bring it.
    if (!isKnown) await inventory.until(isSettled, COLD_WAIT_MS);
    const view = inventory.view();
    const listed = inventory.monitor(uuid);
    if (listed === undefined && (view.state === 'complete' || unlisted.isAbsent(uuid))) {
      throw new FailureError({ code: 'monitor_not_found' });
    }
    try {
      const isLookup = listed === undefined && !isKnown;
      const answer = await (isLookup ? lookedUp(uuid, view, options) : whole(uuid, options));
      failing.delete(uuid);
      return etaggedBody(answer);
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (error.failure.code === 'monitor_not_found') {
        unlisted.absent(uuid);
        inventory.gone(uuid);
        throw error;
      }
      if (!listed) throw error;
      const trouble = troubleAfter(failing.get(uuid) ?? null, error.failure, clock.now());
      failing.set(uuid, trouble);
      return etaggedBody(partialAnswer(listed, describeDegraded(trouble), view, demo));
    }
  };
}

function both(one: () => void, other: (() => void) | undefined): () => void {
  return () => {
    one();
    other?.();
  };
}
