import { timeLabel } from '@/components/time-chart/time-labels';
import type { TimeZone } from '@/components/ui/time-zone';
import type { SettingsReading } from '@/lib/contract/usage';
import { formatInteger } from '@/lib/text/format';

const MINUTE_MS = 60_000;

const reasons = {
  failed: 'the rest could not be read and are tried again within a day',
  paused: 'no more are read while refreshing is paused',
  low: 'no more are read while few requests are left or requests are suspended',
  quota_unknown: 'no more are read while the API does not say how many requests are left',
  updated_by_checks:
    'no more are read, because the API changes the time of the last modification with each check, so that it does not tell what was edited',
  off: 'more are read only when somebody opens a monitor, because an administrator has set SIGHTLINE_READ_SETTINGS to off',
} as const;

/**
 * For how many monitors the settings are known that the list of the API omits, and when or why not for the rest.
 *
 * @param now epoch milliseconds
 */
export function settingsMessage(
  { known, monitors, state, until }: SettingsReading,
  now: number,
  timeZone: TimeZone,
): string {
  if (monitors === 0) return 'Check settings are not known yet: the list has not been read completely.';
  if (known === monitors) return `Check settings are known for all ${formatInteger(monitors)} monitors.`;
  const counts = `Check settings are known for ${formatInteger(known)} of ${formatInteger(monitors)} monitors`;
  if (state === 'complete') return `${counts}.`;
  if (state !== 'reading') return `${counts}; ${reasons[state]}.`;
  if (until === null) return `${counts}; the rest are read while the list needs no requests.`;
  const at = Math.ceil(Date.parse(until) / MINUTE_MS) * MINUTE_MS;
  return `${counts}; the rest are read until ${timeLabel(at, now, timeZone)}.`;
}
