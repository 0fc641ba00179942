import type { SettingsReading } from '@/lib/contract/usage';
import { formatDuration, formatInteger } from '@/lib/text/format';

const reasons = {
  complete: '',
  paused: ' None are read while refreshing is paused.',
  no_spare_requests:
    ' None are read now: requests are few, or refreshing needs them all. A longer refresh interval leaves some.',
  updated_by_checks:
    ' No more are read: the API changes the time of the last modification with each check, so that it does not tell what was edited.',
  off: ' Only those of opened monitors are read: an administrator has set SIGHTLINE_READ_SETTINGS to off.',
} as const;

/** The number of monitors whose settings are known, and the reason if no more are read. */
export function settingsMessage({ known, monitors, state, every_s }: SettingsReading): string {
  const counts = `Settings that the list omits are known for ${formatInteger(known)} of ${formatInteger(monitors)} monitors.`;
  if (state !== 'reading') return counts + reasons[state];
  return every_s === null
    ? counts
    : `${counts} With spare requests those of one more are read about every ${formatDuration(every_s)}.`;
}
