import 'server-only';
import type { MonitorDetail } from '@/lib/contract/responses';
import type { Clock } from '../clock.ts';
import { FailureError, isFailure, problemAfter } from '../errors.ts';
import type { Inventory, InventoryView } from '../inventory/inventory.ts';
import { INTERACTIVE_MAX_WAIT_MS } from '../quota/wait-limits.ts';
import type { DetailCache } from '../upstream/detail-cache.ts';
import { type EtaggedBody, etaggedBody } from './etagged-body.ts';
import { describeDegraded, notListed, notReady } from './failure-response.ts';
import { createLookups } from './lookups.ts';
import { detailResponse, partialResponse } from './monitor-response.ts';
import { readMonitorUuid } from './parameters.ts';

/** Options of a read that the user requested explicitly ("Refresh"), or that a script requested. */
interface ReadingOptions extends NonNullable<Parameters<DetailCache['get']>[1]> {
  /** Called before a request may be sent, for which it may reject: then nothing is read. */
  beforeRead?: () => Promise<void>;
}

export function createMonitor(parts: {
  inventory: Inventory;
  details: DetailCache;
  clock: Clock;
  demo: boolean;
}) {
  const { inventory, details, clock, demo } = parts;
  const lookups = createLookups(clock);

  async function readDetail(uuid: string, options: ReadingOptions): Promise<MonitorDetail> {
    const { reading, degraded } = await details.get(uuid, options);
    return detailResponse(reading, degraded && describeDegraded(degraded, null), inventory, demo);
  }

  /** Reads a monitor that was never read, neither its detail nor in the list. */
  async function lookUp(uuid: string, view: InventoryView, options: ReadingOptions): Promise<MonitorDetail> {
    const { state, problem, index } = view;
    if (index === null) throw problem ? new FailureError(problem.failure) : notReady(clock);
    return lookups.lookUp(
      (onSent) => {
        const both = () => {
          onSent();
          options.onSent?.();
        };
        return readDetail(uuid, { ...options, onSent: both });
      },
      (retryAt) =>
        state === 'reading'
          ? (problem?.failure ?? { code: 'not_ready', what: 'list', retryAt })
          : { code: 'not_ready', what: 'missing_monitor', retryAt },
    );
  }

  return {
    /**
     * Returns the detail, read at most once a minute, or the list fields (`partial`) when it cannot be read.
     * @throws FailureError `invalid_parameter`; `monitor_not_found`; `not_ready` while the existence is unknown; an upstream
     *   failure when there is nothing to fall back to; what `beforeRead` throws
     */
    async getMonitor(pathUuid: string, options: ReadingOptions = {}): Promise<EtaggedBody<MonitorDetail>> {
      const uuid = readMonitorUuid(pathUuid);
      const isUnlisted = inventory.view().state !== 'complete' && inventory.monitor(uuid) === undefined;
      /** Whether an unlisted monitor has a detail to fall back to. */
      const isKnown = isUnlisted && (await details.has(uuid));
      const isDecided = ({ state, problem }: InventoryView) =>
        state !== 'reading' || problem !== null || inventory.monitor(uuid) !== undefined;
      // The first crawl may read it soon.
      if (!isKnown) await inventory.waitUntil(isDecided, INTERACTIVE_MAX_WAIT_MS);
      const view = inventory.view();
      const listed = inventory.monitor(uuid);
      if (listed === undefined && view.state === 'complete') throw notListed(view, clock);
      if (listed === undefined && lookups.isAbsent(uuid))
        throw new FailureError({ code: 'monitor_not_found' });
      const isReadable = isKnown || view.index !== null;
      const isReused = details.fresh(uuid, options.within) !== null || details.problem(uuid)?.retryAt;
      if (isReadable && !isReused) await options.beforeRead?.();
      try {
        const isLookup = listed === undefined && !isKnown;
        return etaggedBody(await (isLookup ? lookUp(uuid, view, options) : readDetail(uuid, options)));
      } catch (error) {
        if (!isFailure(error)) throw error;
        if (error.failure.code === 'monitor_not_found') {
          lookups.markAbsent(uuid);
          inventory.remove(uuid);
          throw error;
        }
        if (!listed) throw error;
        const problem = problemAfter(details.problem(uuid), error.failure, clock.now());
        return etaggedBody(partialResponse(listed, describeDegraded(problem, null), view, demo));
      }
    },
    /** Returns what is known without a request, for first HTML: the fresh detail or the list fields; null: not in the list. */
    knownMonitor(pathUuid: string): EtaggedBody<MonitorDetail> | null {
      const uuid = pathUuid.toLowerCase();
      const listed = inventory.monitor(uuid);
      if (!listed) return null;
      const reading = details.fresh(uuid);
      return etaggedBody(
        reading
          ? detailResponse(reading, null, inventory, demo)
          : partialResponse(listed, null, inventory.view(), demo),
      );
    },
  };
}
