import 'server-only';
import * as z from 'zod/mini';
import {
  detailOnlyFieldsSchema,
  type ListFields,
  type MonitorSettings,
  monitorSettingsSchema,
} from '../../../contract/monitor.ts';
import type { Reading } from '../../upstream/reading.ts';
import type { WireDetail } from '../../upstream/schema.ts';

/** The settings in a detail. They are valid as long as `updated_at` stays the same. */
export interface ReadSettings {
  settings: MonitorSettings;
  updated_at: string | null;
  /** Epoch ms. */
  readAt: number;
}

/** The names of the settings, in the order of the spec. */
export const settingNames = z.keyof(detailOnlyFieldsSchema).options;

/** A row of the list with the settings that are known. */
export type RowWithSettings = ListFields & MonitorSettings;

/** Whether the settings of a monitor are known, at least in part. */
export function areSettingsKnown(monitor: MonitorSettings): boolean {
  return settingNames.some((name) => monitor[name] !== undefined);
}

export function unknownSettings(monitor: MonitorSettings): string[] {
  return settingNames.filter((name) => monitor[name] === undefined);
}

/** Returns the settings that are known of a monitor; undefined: none are. */
export function settingsOf(monitor: MonitorSettings): MonitorSettings | undefined {
  return areSettingsKnown(monitor) ? monitorSettingsSchema.parse(monitor) : undefined;
}

/** Returns the settings of a detail. A field that is missing or not understood is left out. */
export function settingsRead({ value, asOf }: Reading<WireDetail>): ReadSettings {
  const known = settingNames.filter((name) => !value.unknown_fields.includes(name));
  const settings = Object.fromEntries(known.map((name) => [name, value[name]]));
  return { settings, updated_at: value.updated_at, readAt: asOf };
}

/** Returns the settings that are still valid for a row of a new crawl; undefined: none are known. */
export function currentSettings(
  row: ListFields,
  last: RowWithSettings | undefined,
  read: ReadSettings | undefined,
): MonitorSettings | undefined {
  if (read !== undefined && isSameVersion(read, row)) return read.settings;
  return last !== undefined && isSameVersion(last, row) ? settingsOf(last) : undefined;
}

type Version = Pick<ListFields, 'updated_at'>;

/** Whether a monitor was not modified between two readings, as far as the API tells. */
function isSameVersion(one: Version, other: Version): boolean {
  if (one.updated_at === null || other.updated_at === null) return false;
  return one.updated_at === other.updated_at || Date.parse(one.updated_at) === Date.parse(other.updated_at);
}

/** Number of consecutive crawls in which `updated_at` must move with most checks before it counts as a rule. */
const CRAWLS = 2;

/**
 * Returns the number of consecutive crawls in which `updated_at` has moved with most new checks. Such an API modifies the
 * monitor with each check, so that `updated_at` says nothing about its settings.
 *
 * @param before the number at the crawl before
 * @param pairs the monitors of both crawls, as they were and as they are
 */
export function crawlsUpdatedByChecks(
  before: number,
  pairs: Iterable<readonly [ListFields, ListFields]>,
): number {
  let [checked, moved] = [0, 0];
  for (const [last, row] of pairs) {
    if (last.last_check_at === row.last_check_at) continue;
    checked += 1;
    if (!isSameVersion(last, row)) moved += 1;
  }
  if (checked === 0) return before;
  return moved * 2 > checked ? before + 1 : 0;
}

/** Whether `updated_at` moves with the checks. Then it shows neither edits nor outdated settings. */
export function areUpdatedByChecks({ updatedByChecks }: { updatedByChecks: number }): boolean {
  return updatedByChecks >= CRAWLS;
}
