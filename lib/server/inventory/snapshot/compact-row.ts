import 'server-only';
import type { ListedMonitor, ListFields } from '@/lib/contract/monitor';

/** A monitor in the inventory. */
export type InventoryMonitor = Readonly<ListedMonitor>;

/** The fields of a monitor that are derived from its readings. */
export type DerivedFields = Omit<ListedMonitor, keyof ListFields>;

/** Returns one shared copy of equal texts, and of equal lists of texts. */
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
 * Returns the row of a monitor for a new snapshot. To save memory it shares as much as possible with the previous row:
 * the row itself when nothing has changed, else its texts. Fields with few distinct values (type, regions, status) are
 * interned.
 */
export function compactRow(
  fields: ListFields,
  derived: DerivedFields,
  previous: InventoryMonitor | undefined,
  intern: Interner,
): InventoryMonitor {
  const created = reuseText(fields.created_at, previous?.created_at ?? null);
  const since = reuseText(derived.observed_since, previous?.observed_since);
  const row: InventoryMonitor = {
    monitor_uuid: previous?.monitor_uuid ?? fields.monitor_uuid,
    name: reuseText(fields.name, previous?.name),
    type: intern.text(fields.type),
    target: reuseText(fields.target, previous?.target),
    port: fields.port,
    interval: fields.interval,
    regions: intern.list(fields.regions),
    maintenance_mode: fields.maintenance_mode,
    is_active: fields.is_active,
    last_check_at: reuseText(fields.last_check_at, previous?.last_check_at ?? null),
    last_status: fields.last_status === null ? null : intern.text(fields.last_status),
    last_response_time_ms: fields.last_response_time_ms,
    created_at: created,
    updated_at:
      fields.updated_at === created ? created : reuseText(fields.updated_at, previous?.updated_at ?? null),
    unknown_fields: intern.list(fields.unknown_fields),
    condition: derived.condition,
    observed_since: since,
    changed_at:
      derived.changed_at === since ? since : reuseText(derived.changed_at, previous?.changed_at ?? null),
    changed_after: reuseText(derived.changed_after, previous?.changed_after ?? null),
    flapping: derived.flapping,
  };
  return previous && sameRow(row, previous) ? previous : row;
}

/** Returns the previous string object when the texts are equal. */
function reuseText<T extends string | null>(text: T, previous: T | undefined): T {
  return previous === text ? previous : text;
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
    a.changed_after === b.changed_after &&
    a.changed_at === b.changed_at &&
    a.flapping === b.flapping &&
    a.updated_at === b.updated_at &&
    a.created_at === b.created_at &&
    a.is_active === b.is_active &&
    a.maintenance_mode === b.maintenance_mode &&
    a.name === b.name &&
    a.type === b.type &&
    a.target === b.target &&
    a.port === b.port &&
    a.interval === b.interval &&
    sameTexts(a.regions, b.regions) &&
    sameTexts(a.unknown_fields, b.unknown_fields)
  );
}
