import 'server-only';
import type { MonitorDetail } from '@/lib/contract/responses';
import type { Clock } from '../clock.ts';
import { type Failure, FailureError, isFailure, problemAfter } from '../errors.ts';
import type { Inventory, ShownInventory } from '../inventory/inventory.ts';
import { INTERACTIVE_MAX_WAIT_MS } from '../quota/upstream-request.ts';
import type { DetailCache } from '../upstream/detail-cache.ts';
import { describeDegraded, notListed, notReady } from './failures.ts';
import { type EtaggedBody, etaggedBody } from './http.ts';
import { detailResponse, partialResponse } from './monitor-response.ts';
import { readMonitorUuid } from './parameters.ts';

/** Options of a read that the user requested explicitly ("Refresh"), or that a script requested. */
interface ReadingOptions extends NonNullable<Parameters<DetailCache['get']>[1]> {
  /** Called before a request may be sent. If it rejects, nothing is read. */
  beforeRead?: () => Promise<void>;
}

/** How long there is no lookup after one that has failed, for all users together. */
const LOOKUP_PAUSE_MS = 20_000;

export function createMonitor(parts: { inventory: Inventory; details: DetailCache; clock: Clock }) {
  const { inventory, details, clock } = parts;
  /** The last lookup that found nothing. `at`: monotonic ms. */
  let failed: { uuid: string; at: number; failure: Failure } | null = null;
  let lastLookup: Promise<unknown> = Promise.resolve();

  async function readDetail(uuid: string, options: ReadingOptions): Promise<MonitorDetail> {
    const { reading, degraded } = await details.get(uuid, options);
    return detailResponse(reading, degraded && describeDegraded(degraded, null), inventory);
  }

  /** Throws instead of a lookup while the last failed one is recent. @throws FailureError its failure, or `not_ready` */
  function refuseLookup(uuid: string, { state, problem }: ShownInventory): void {
    if (failed === null) return;
    const wait = failed.at + LOOKUP_PAUSE_MS - clock.monotonic();
    if (wait <= 0) return;
    if (failed.uuid === uuid || failed.failure.code !== 'monitor_not_found')
      throw new FailureError(failed.failure);
    const what = state === 'reading' ? 'list' : 'missing_monitor';
    const reason = state === 'reading' ? problem?.failure : undefined;
    throw new FailureError(reason ?? { code: 'not_ready', what, retryAt: Math.ceil(clock.now() + wait) });
  }

  /**
   * Reads a monitor that was never read, neither its detail nor in the list. Few lookups may fail, so that invented UUIDs cost
   * few requests. Existing monitors can be opened without limit. Lookups run one after the other, so that concurrent ones
   * cannot exceed the limit.
   */
  function lookUp(uuid: string, shown: ShownInventory, options: ReadingOptions) {
    const result = lastLookup.then(async () => {
      refuseLookup(uuid, shown);
      let isSent = false;
      const onSent = () => {
        isSent = true;
        options.onSent?.();
      };
      try {
        return await readDetail(uuid, { ...options, onSent });
      } catch (error) {
        if (isSent && isFailure(error)) failed = { uuid, at: clock.monotonic(), failure: error.failure };
        throw error;
      }
    });
    lastLookup = result.catch(() => {});
    return result;
  }

  return {
    /**
     * Returns the detail, read at most once a minute, or the list fields (`partial`) when it cannot be read.
     * @throws FailureError `invalid_parameter`; `monitor_not_found`; `not_ready` while the existence is unknown; an upstream
     *   failure when there is nothing to fall back to; what `beforeRead` throws
     */
    async getMonitor(pathUuid: string, options: ReadingOptions = {}): Promise<EtaggedBody<MonitorDetail>> {
      const uuid = readMonitorUuid(pathUuid);
      const isUnlisted = inventory.shown().state !== 'complete' && inventory.monitor(uuid) === undefined;
      /** Whether an unlisted monitor has a detail to fall back to. */
      const isKnown = isUnlisted && (await details.has(uuid));
      const isDecided = ({ state, problem }: ShownInventory) =>
        state !== 'reading' || problem !== null || inventory.monitor(uuid) !== undefined;
      // The first crawl may read the monitor soon.
      if (!isKnown) await inventory.waitUntil(isDecided, INTERACTIVE_MAX_WAIT_MS);
      const shown = inventory.shown();
      const listed = inventory.monitor(uuid);
      if (listed === undefined && shown.state === 'complete') throw notListed(shown, clock);
      const isLookup = listed === undefined && !isKnown;
      if (isLookup && shown.index === null)
        throw shown.problem ? new FailureError(shown.problem.failure) : notReady(clock);
      if (isLookup) refuseLookup(uuid, shown);
      const isReused = details.fresh(uuid, options.within) !== null || details.problem(uuid)?.retryAt;
      if (!isReused) await options.beforeRead?.();
      try {
        return etaggedBody(await (isLookup ? lookUp(uuid, shown, options) : readDetail(uuid, options)));
      } catch (error) {
        if (!isFailure(error)) throw error;
        if (error.failure.code === 'monitor_not_found') {
          inventory.remove(uuid);
          throw error;
        }
        if (!listed) throw error;
        const problem = problemAfter(details.problem(uuid), error.failure, clock.now());
        return etaggedBody(partialResponse(listed, describeDegraded(problem, null), shown));
      }
    },
    /** Returns what is known without a request, for first HTML: the fresh detail or the list fields; null: not in the list. */
    knownMonitor(pathUuid: string): EtaggedBody<MonitorDetail> | null {
      const uuid = pathUuid.toLowerCase();
      const listed = inventory.monitor(uuid);
      if (!listed) return null;
      const reading = details.fresh(uuid);
      return etaggedBody(
        reading ? detailResponse(reading, null, inventory) : partialResponse(listed, null, inventory.shown()),
      );
    },
  };
}
