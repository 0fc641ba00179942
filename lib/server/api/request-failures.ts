import 'server-only';
import { z } from 'zod';
import type { InventoryQuery } from '@/lib/contract/inventory-query';
import { monitorTypes } from '../../contract/conditions.ts';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { InventoryView } from '../inventory/inventory.ts';
import type { InventoryIndex } from '../inventory/query/inventory-index.ts';

/** @param detail completes the sentence that begins with the parameter's name: "must be a UUID" */
function invalidParameter(parameter: string, detail: string): FailureError {
  return new FailureError({ code: 'invalid_parameter', parameter, detail });
}

/** Any version of UUID. */
const uuidSchema = z.guid().toLowerCase();

/** Parses the UUID of a path. Returns it in lower case, as in the inventory. @throws FailureError `invalid_parameter` */
export function readMonitorUuid(text: string): string {
  const parsed = uuidSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw invalidParameter('uuid', 'must be a UUID');
}

/**
 * Rejects query parameters on routes that have none.
 * @throws FailureError `invalid_parameter` for the first one
 */
export function refuseParameters(url: URL): void {
  const [name] = url.searchParams.keys();
  if (name !== undefined) throw invalidParameter(name.slice(0, 50), 'is not a parameter of this address');
}

/**
 * Checks the types of a query: each must be in the spec, or the type of some monitor, because upstream may send others.
 *
 * @throws FailureError `invalid_parameter`
 */
export function refuseUnknownTypes(query: InventoryQuery, index: InventoryIndex | null): void {
  const known: readonly string[] = monitorTypes;
  const requested = [...(query.type?.include ?? []), ...(query.type?.exclude ?? [])];
  if (requested.some((type) => !known.includes(type) && !index?.facets.type.values.includes(type))) {
    throw invalidParameter('type', `must be one of ${known.join(', ')}`);
  }
}

/** Returns the failure of a monitor that is not in the list. It may have been created since that was read. */
export function notListed({ asOf, refreshAt }: InventoryView, clock: Clock): FailureError {
  return new FailureError({ code: 'monitor_not_found', list: { asOf, refreshAt, now: clock.now() } });
}

/** Typical time until the first crawl has read its next page. */
const RETRY_MS = 2000;

/** Returns the failure of a list that has not been read yet, with a retry time. */
export function notReady(clock: Clock): FailureError {
  return new FailureError({ code: 'not_ready', what: 'list', retryAt: clock.now() + RETRY_MS });
}
