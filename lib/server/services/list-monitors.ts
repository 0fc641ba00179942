import 'server-only';
import { LRUCache } from 'lru-cache';
import type { MonitorList } from '@/lib/contract/responses';
import { type InventoryQuery, serializeInventoryQuery } from '../../contract/inventory-query.ts';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import { type EtaggedBody, etaggedBody } from '../etagged-body.ts';
import type { Inventory } from '../inventory/inventory.ts';
import { answerFromIndex } from './list-answer.ts';
import { notReady } from './not-ready.ts';
import { refuseUnknownTypes } from './refuse-unknown-types.ts';

/**
 * Answers a list query from what has been read.
 * @throws FailureError when nothing has been read: why, or `not_ready`; `invalid_parameter` for an unknown type
 */
export type ListMonitors = (query: InventoryQuery) => Promise<EtaggedBody<MonitorList>>;

/** A cold viewer waits this long for the first rows. Milliseconds. */
const COLD_WAIT_MS = 4000;
/** Answers kept ready, bytes: one snapshot gives one answer a query, however many people ask. */
const READY_BYTES = 32 * 1024 * 1024;

export function createListMonitors(parts: {
  inventory: Inventory;
  clock: Clock;
  demo: boolean;
}): ListMonitors {
  const { inventory, clock, demo } = parts;
  const ready = new LRUCache<string, EtaggedBody<MonitorList>>({
    maxSize: READY_BYTES,
    // Compressed it is kept too, in far less room.
    sizeCalculation: (answer) => Math.ceil(1.5 * answer.bytes.byteLength) + 500,
  });

  /** As text: made once for each query object, of which equal requests bring the same (read-query.ts). */
  const texts = new WeakMap<InventoryQuery, string>();
  const textOf = (query: InventoryQuery): string => {
    const held = texts.get(query) ?? serializeInventoryQuery(query);
    texts.set(query, held);
    return held;
  };

  return async (query) => {
    await inventory.until(({ index, trouble }) => index !== null || trouble !== null, COLD_WAIT_MS);
    const view = inventory.view();
    if (view.index === null) throw new FailureError(view.trouble?.failure ?? notReady(clock));
    refuseUnknownTypes(query, view.index);
    const key = `${view.version} ${textOf(query)}`;
    const known = ready.get(key);
    if (known) return known;
    const answer = etaggedBody(answerFromIndex(query, view, view.index, demo));
    ready.set(key, answer);
    return answer;
  };
}
