import 'server-only';
import { LRUCache } from 'lru-cache';
import type { MonitorList } from '@/lib/contract/answers';
import {
  type InventoryQuery,
  isUpstreamOnly,
  serializeInventoryQuery,
} from '../../contract/inventory-query.ts';
import { FailureError } from '../errors.ts';
import type { Inventory, InventoryView } from '../inventory/inventory.ts';
import { type Tagged, tagged } from '../tagged.ts';
import { answerFromIndex, answerNothingYet } from './list-answer.ts';
import type { ReadDirectly } from './read-directly.ts';
import { refuseUnknownTypes } from './refuse-unknown-types.ts';

/** Answers a list query. @throws FailureError when there is nothing to show, or `invalid_parameter` */
export type ListMonitors = (query: InventoryQuery) => Promise<Tagged<MonitorList>>;

/** A cold viewer waits this long for the first rows; then "reading" is the honest answer. Milliseconds. */
const COLD_WAIT_MS = 4000;
/** A crawl that is not over by then is a long one. Milliseconds. */
const SHORT_CRAWL_MS = 1500;
/** Answers kept ready, bytes: one snapshot gives one answer a query, however many people ask. */
const READY_BYTES = 32 * 1024 * 1024;

export function createListMonitors(parts: {
  inventory: Inventory;
  readDirectly: ReadDirectly;
  demo: boolean;
}): ListMonitors {
  const { inventory, readDirectly, demo } = parts;
  const ready = new LRUCache<string, Tagged<MonitorList>>({
    maxSize: READY_BYTES,
    sizeCalculation: (answer) => answer.bytes.byteLength + 500,
  });

  return async (query) => {
    await inventory.until(({ index, trouble }) => index !== null || trouble !== null, COLD_WAIT_MS);
    const isDirect = (view: InventoryView) => isUpstreamOnly(query) && !isCovered(query, view);
    // Most first crawls are over in a moment: then nothing need be read twice.
    if (isDirect(inventory.view())) await inventory.until(isSettled, SHORT_CRAWL_MS);
    const view = inventory.view();
    if (view.index === null) {
      if (view.trouble) throw new FailureError(view.trouble.failure);
      return tagged(answerNothingYet(query, view, demo));
    }
    refuseUnknownTypes(query, view.index);
    if (isDirect(view)) {
      const direct = await readDirectly(query, view).catch(onlyFailures);
      if (direct) return tagged(direct);
    }
    const key = `${view.version} ${serializeInventoryQuery(query)}`;
    const known = ready.get(key);
    if (known) return known;
    const answer = tagged(answerFromIndex(query, view, view.index, demo));
    ready.set(key, answer);
    return answer;
  };
}

/** Whether what has been read so far, newest first, holds the page that is asked for. */
function isCovered(query: InventoryQuery, view: InventoryView): boolean {
  if (view.state !== 'reading') return true;
  // Of a list that fits on a page everything is there, though the crawl has not ended yet.
  if (view.read >= view.total) return true;
  const isFiltered = query.type !== undefined || query.is_active !== undefined;
  return !isFiltered && query.page * query.per_page <= view.read;
}

function isSettled({ state, trouble }: InventoryView): boolean {
  return state === 'complete' || trouble !== null;
}

/** Reading directly is an extra: where upstream refuses it, what has been read is shown. */
function onlyFailures(error: unknown): null {
  if (error instanceof FailureError) return null;
  throw error;
}
