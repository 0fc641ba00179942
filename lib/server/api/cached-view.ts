import 'server-only';
import { LRUCache } from 'lru-cache';
import type { InventoryQuery } from '../../contract/inventory-query.ts';
import { withoutCondition } from '../../contract/search/word-filters.ts';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { Inventory, ShownInventory } from '../inventory/inventory.ts';
import type { InventoryIndex } from '../inventory/query/inventory-index.ts';
import { allMatches, type RuleMonitors } from '../inventory/query/query.ts';
import { INTERACTIVE_MAX_WAIT_MS } from '../quota/upstream-request.ts';
import { notReady } from './failures.ts';
import { type EtaggedBody, etaggedBody } from './http.ts';
import { refuseWrongValues } from './parameters.ts';

const ATTEMPTS = 3;
/** Maximum memory of one kind of responses. Viewers of the same page share a response. */
const CACHE_BYTES = 8_000_000;
/** Memory of an entry besides its query and its response. */
const ENTRY_BYTES = 1_000;

/**
 * Caches the response to each query until the version of its source changes, which happens with each crawl. If the version
 * changes while a response is built, the response is built again, so that all its parts belong to one crawl. The last attempt
 * is not checked, because crawls are seconds apart.
 */
export function consistentRead<T>(source: { version(): string }) {
  const cache = new LRUCache<string, EtaggedBody<T>>({
    maxSize: CACHE_BYTES,
    // Also the key, because a viewer chooses the query. The value is kept as bytes and as an object of about twice their size.
    sizeCalculation: ({ bytes }, key) => ENTRY_BYTES + 2 * key.length + 3 * bytes.byteLength,
  });
  return async (query: string, build: () => Promise<T>): Promise<EtaggedBody<T>> => {
    for (let attempt = 1; ; attempt += 1) {
      const key = `${source.version()} ${query}`;
      const cached = cache.get(key);
      if (cached) return cached;
      const body = await build();
      if (key !== `${source.version()} ${query}` && attempt < ATTEMPTS) continue;
      const response = etaggedBody(body);
      cache.set(key, response);
      return response;
    }
  };
}

/** Waits for the first page of the first crawl. Returns what is shown. @throws FailureError if no page arrives */
export async function waitForIndex(
  inventory: Pick<Inventory, 'shown' | 'waitUntil'>,
  clock: Clock,
): Promise<{ shown: ShownInventory; index: InventoryIndex }> {
  await inventory.waitUntil(
    // While nothing was read, a crawl in progress shows whether the problem persists.
    ({ index, problem, reading }) => index !== null || (problem !== null && reading === null),
    INTERACTIVE_MAX_WAIT_MS,
  );
  const shown = inventory.shown();
  if (shown.index === null) throw shown.problem ? new FailureError(shown.problem.failure) : notReady(clock);
  return { shown, index: shown.index };
}

/** Parts of a service that answers queries. */
interface Source {
  inventory: Pick<Inventory, 'shown' | 'waitUntil'>;
  /** `namedBy`: the monitors that a rule names; null without a rule. @throws FailureError `invalid_parameter` for an unknown rule */
  review: {
    namedBy(rule: string | undefined, index: InventoryIndex, shown: ShownInventory): Promise<RuleMonitors>;
  };
  clock: Clock;
}

/**
 * Waits for the list, and checks a query against it. Returns what the query is answered from.
 * @throws FailureError before the first crawl, and `invalid_parameter` for an unknown type or rule, or a wrong search
 */
export async function matching({ inventory, review, clock }: Source, query: InventoryQuery) {
  const { shown, index } = await waitForIndex(inventory, clock);
  refuseWrongValues(query, index);
  return { shown, index, ruleMonitors: await review.namedBy(query.rule, index, shown) };
}

/** Returns the UUIDs of the monitors of a view in lower case, whatever their condition: it may have changed since. */
export function uuidsOfView(
  index: InventoryIndex,
  query: InventoryQuery,
  ruleMonitors: RuleMonitors,
): ReadonlySet<string> {
  const monitors = allMatches(index, withoutCondition(query), ruleMonitors);
  return new Set(monitors.map(({ monitor_uuid }) => monitor_uuid.toLowerCase()));
}
