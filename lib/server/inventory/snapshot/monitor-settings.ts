import 'server-only';
import {
  type ListFields,
  type MonitorSettings,
  monitorSettingsSchema,
  settingNames,
} from '../../../contract/monitor.ts';
import { iso } from '../../../text/format.ts';
import type { Reading } from '../../upstream/gateway.ts';
import type { WireDetail } from '../../upstream/schema.ts';

/** The settings in a detail, and the version of the monitor that had them. */
export interface ReadSettings {
  settings: MonitorSettings;
  updated_at: string | null;
  /** Epoch ms. */
  readAt: number;
}

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

/**
 * Returns the newest settings that are known of a row; undefined: none were ever read. If the monitor was modified since,
 * `settings_as_of` says until when they were seen to be valid.
 *
 * @param row.asOf when it was read, epoch ms
 * @param last the monitor in the last snapshot
 * @param lastSeen when it was read for that snapshot, epoch ms
 * @param read its detail, if one was read since the last crawl began
 */
export function newestSettings(
  { monitor: row, asOf }: { monitor: ListFields; asOf: number },
  last: RowWithSettings | undefined,
  lastSeen: number,
  read: ReadSettings | undefined,
): MonitorSettings | undefined {
  if (read !== undefined && areSettingsKnown(read.settings)) {
    // A detail that was read after the row may show a version that the list did not have yet.
    const isCurrent = isSameVersion(read, row) || (row.updated_at !== null && read.readAt >= asOf);
    return isCurrent ? read.settings : { ...read.settings, settings_as_of: iso(read.readAt) };
  }
  const settings = last && settingsOf(last);
  if (settings === undefined || last === undefined) return undefined;
  if (settings.settings_as_of !== undefined || isSameVersion(last, row)) return settings;
  return { ...settings, settings_as_of: iso(lastSeen) };
}

type Version = Pick<ListFields, 'updated_at'>;

/** Whether a monitor was not modified between two readings, as far as the API tells. */
function isSameVersion(one: Version, other: Version): boolean {
  if (one.updated_at === null || other.updated_at === null) return false;
  return one.updated_at === other.updated_at || Date.parse(one.updated_at) === Date.parse(other.updated_at);
}

/** Number of consecutive crawls in which `updated_at` must move with most checks before it counts as a rule. */
const MOVED_CRAWLS_MIN = 2;

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
    if (last.last_check_at === row.last_check_at || last.updated_at === null || row.updated_at === null)
      continue;
    checked += 1;
    if (!isSameVersion(last, row)) moved += 1;
  }
  if (checked === 0) return before;
  return moved * 2 > checked ? before + 1 : 0;
}

/** Whether `updated_at` moves with the checks. Then it shows neither edits nor outdated settings. */
export function areUpdatedByChecks({ updatedByChecks }: { updatedByChecks: number }): boolean {
  return updatedByChecks >= MOVED_CRAWLS_MIN;
}
