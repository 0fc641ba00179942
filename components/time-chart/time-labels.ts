/**
 * Formats of times. `timeZone` is an IANA name, undefined for the local one; times are epoch milliseconds.
 */

function format(at: number, timeZone: string | undefined, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', {
    ...options,
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at);
}

/** The time of day: "17:40". */
export function clockLabel(at: number, timeZone: string | undefined): string {
  return format(at, timeZone, { hour: '2-digit', minute: '2-digit' });
}

/** The date without year: "24 Nov". */
export function dayLabel(at: number, timeZone: string | undefined): string {
  return format(at, timeZone, { day: 'numeric', month: 'short' });
}

/**
 * "17:40" on the same day, "24 Nov, 17:40" in the same year, otherwise "24 Nov 2025, 17:40"; with "UTC" in
 * UTC.
 */
export function timeLabel(at: number, now: number, timeZone: string | undefined): string {
  const day = dayLabel(at, timeZone);
  const year = format(at, timeZone, { year: 'numeric' });
  const clock = `${clockLabel(at, timeZone)}${timeZone === 'UTC' ? ' UTC' : ''}`;
  if (year !== format(now, timeZone, { year: 'numeric' })) return `${day} ${year}, ${clock}`;
  return day === dayLabel(now, timeZone) ? clock : `${day}, ${clock}`;
}
