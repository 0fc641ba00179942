import 'server-only';
import type { Condition, ListFields } from '@/lib/contract/monitor';

/** A monitor as the inventory holds it. `observed_since` (ISO 8601 UTC): since when its present condition has been seen. */
export type InventoryMonitor = Readonly<ListFields & { condition: Condition; observed_since: string }>;

/** Gives one copy of equal texts, and of equal lists of texts. */
export interface Interner {
  text(text: string): string;
  list(texts: readonly string[]): string[];
}

export function createInterner(): Interner {
  const texts = new Map<string, string>();
  const lists = new Map<string, string[]>();
  const text = (value: string): string => {
    const known = texts.get(value);
    if (known === undefined) texts.set(value, value);
    return known ?? value;
  };
  return {
    text,
    list(values) {
      const [only = ''] = values;
      const key = values.length === 1 ? only : JSON.stringify(values);
      const known = lists.get(key);
      if (known && sameTexts(known, values)) return known;
      const list = values.map(text);
      lists.set(key, list);
      return list;
    },
  };
}

/**
 * The row to keep for a reading, holding as much as it can of the memory that the row before it holds: the whole row
 * when nothing has changed, else its texts. What few monitors differ in (type, regions, status) is held once for all.
 */
export function compactRow(
  fields: ListFields,
  derived: { condition: Condition; observed_since: string },
  before: InventoryMonitor | undefined,
  intern: Interner,
): InventoryMonitor {
  const created = held(fields.created_at, before?.created_at);
  const row: InventoryMonitor = {
    monitor_uuid: before?.monitor_uuid ?? fields.monitor_uuid,
    name: held(fields.name, before?.name),
    type: intern.text(fields.type),
    target: held(fields.target, before?.target),
    port: fields.port,
    interval: fields.interval,
    regions: intern.list(fields.regions),
    maintenance_mode: fields.maintenance_mode,
    is_active: fields.is_active,
    last_check_at: fields.last_check_at === null ? null : held(fields.last_check_at, before?.last_check_at),
    last_status: fields.last_status === null ? null : intern.text(fields.last_status),
    last_response_time_ms: fields.last_response_time_ms,
    created_at: created,
    updated_at: fields.updated_at === created ? created : held(fields.updated_at, before?.updated_at),
    condition: derived.condition,
    observed_since: held(derived.observed_since, before?.observed_since),
  };
  return before && sameRow(row, before) ? before : row;
}

/** The text in the memory of the one before when they are equal. */
function held(text: string, before: string | null | undefined): string {
  return before === text ? before : text;
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}

function sameRow(a: InventoryMonitor, b: InventoryMonitor): boolean {
  return (
    a.last_check_at === b.last_check_at &&
    a.last_response_time_ms === b.last_response_time_ms &&
    a.last_status === b.last_status &&
    a.condition === b.condition &&
    a.observed_since === b.observed_since &&
    a.updated_at === b.updated_at &&
    a.created_at === b.created_at &&
    a.is_active === b.is_active &&
    a.maintenance_mode === b.maintenance_mode &&
    a.name === b.name &&
    a.type === b.type &&
    a.target === b.target &&
    a.port === b.port &&
    a.interval === b.interval &&
    sameTexts(a.regions, b.regions)
  );
}
