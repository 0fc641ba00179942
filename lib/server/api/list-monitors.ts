import 'server-only';
import { LRUCache } from 'lru-cache';
import type { MonitorList } from '@/lib/contract/responses';
import { type InventoryQuery, serializeInventoryQuery } from '../../contract/inventory-query.ts';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { INTERACTIVE_MAX_WAIT_MS } from '../quota/wait-limits.ts';
import { type EtaggedBody, etaggedBody } from './etagged-body.ts';
import { listResponse } from './list-response.ts';
import { notReady, refuseUnknownTypes } from './request-failures.ts';

/**
 * Answers a list query from the inventory.
 *
 * @throws FailureError when nothing has been read: the upstream failure, or `not_ready`; `invalid_parameter` for an
 *   unknown type
 */
type ListMonitors = (query: InventoryQuery) => Promise<EtaggedBody<MonitorList>>;

/** Size of the response cache. Each snapshot has one response per query, which all viewers share. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024;

export function createListMonitors(parts: {
  inventory: Inventory;
  clock: Clock;
  demo: boolean;
}): ListMonitors {
  const { inventory, clock, demo } = parts;
  const cache = new LRUCache<string, EtaggedBody<MonitorList>>({
    maxSize: CACHE_MAX_BYTES,
    // The compressed copies, which the object also caches, are counted as half of its size.
    sizeCalculation: (answer) => Math.ceil(1.5 * answer.bytes.byteLength) + 500,
  });

  /** The serialized queries. Equal requests share one query object (read-query.ts), which is serialized once. */
  const texts = new WeakMap<InventoryQuery, string>();
  const textOf = (query: InventoryQuery): string => {
    const text = texts.get(query) ?? serializeInventoryQuery(query);
    texts.set(query, text);
    return text;
  };

  return async (query) => {
    await inventory.waitUntil(
      // While nothing was read, a crawl in progress shows whether the problem persists.
      ({ index, problem, isCrawling }) => index !== null || (problem !== null && !isCrawling),
      INTERACTIVE_MAX_WAIT_MS,
    );
    const view = inventory.view();
    if (view.index === null) throw view.problem ? new FailureError(view.problem.failure) : notReady(clock);
    refuseUnknownTypes(query, view.index);
    const key = `${view.version} ${textOf(query)}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const answer = etaggedBody(listResponse(query, view, view.index, demo));
    cache.set(key, answer);
    return answer;
  };
}
