/** Moments in a zone: `timeZone` is an IANA name, undefined the machine's own zone. Instants are epoch ms. */

function format(at: number, timeZone: string | undefined, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', {
    ...options,
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at);
}

/** "17:40" */
export function clockLabel(at: number, timeZone: string | undefined): string {
  return format(at, timeZone, { hour: '2-digit', minute: '2-digit' });
}

/** "24 Nov" */
export function dayLabel(at: number, timeZone: string | undefined): string {
  return format(at, timeZone, { day: 'numeric', month: 'short' });
}

/** "17:40" of the same day, "24 Nov, 17:40" of another, "24 Nov 2025, 17:40" of another year. In UTC it says so. */
export function momentLabel(at: number, now: number, timeZone: string | undefined): string {
  const day = dayLabel(at, timeZone);
  const year = format(at, timeZone, { year: 'numeric' });
  const clock = `${clockLabel(at, timeZone)}${timeZone === 'UTC' ? ' UTC' : ''}`;
  if (year !== format(now, timeZone, { year: 'numeric' })) return `${day} ${year}, ${clock}`;
  return day === dayLabel(now, timeZone) ? clock : `${day}, ${clock}`;
}
