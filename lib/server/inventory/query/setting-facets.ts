import 'server-only';
import type { settingFacets } from '../../../contract/inventory-query.ts';
import type { MonitorSettings } from '../../../contract/monitor.ts';

export type SettingFacet = (typeof settingFacets)[number];

/** The value of a setting that is not known. */
export const UNKNOWN = 'unknown';

/** The values of a setting by which a monitor can be filtered; see `settingFacets`. */
export function valuesOfSetting(monitor: MonitorSettings, facet: SettingFacet): readonly string[] {
  const value = monitor[facet];
  if (value === undefined) return [UNKNOWN];
  if (value === null) return ['default'];
  if (!Array.isArray(value)) return [String(value)];
  return value.length === 0 ? ['none'] : [...new Set(value.map(String))];
}

/** Returns the values of a filter without `unknown`. They say nothing about monitors whose setting is not known. */
export function withoutUnknown(values: readonly string[]): readonly string[] {
  return values.length === 0 || values.includes(UNKNOWN) ? values : [...values, `-${UNKNOWN}`];
}

/** Numbers in their order, then names. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** Returns the values of each setting that occur, sorted. */
export function settingValuesOf(monitors: readonly MonitorSettings[]): Record<SettingFacet, string[]> {
  const values = (facet: SettingFacet) =>
    [...new Set(monitors.flatMap((monitor) => valuesOfSetting(monitor, facet)))].sort(compare);
  return {
    http_method: values('http_method'),
    expected_status_codes: values('expected_status_codes'),
    follow_redirects: values('follow_redirects'),
    timeout_ms: values('timeout_ms'),
  };
}
