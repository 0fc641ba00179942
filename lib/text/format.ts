/** Numbers and times in words, in English. These functions do not read the clock. */

const integers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 1204 → "1,204" */
export function formatInteger(value: number): string {
  return integers.format(value);
}

const units = [
  { name: 'y', seconds: 31_536_000 },
  { name: 'mo', seconds: 2_592_000 },
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
] as const;

/** As `units`, down to the second. */
const allUnits = [...units, { name: 's', seconds: 1 }] as const;

/** Seconds as the one largest unit that fits, rounded down: 41 → "41 s", 870 → "14 min". Never negative. */
export function formatAge(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const unit = units.find((candidate) => whole >= candidate.seconds);
  return unit ? `${Math.floor(whole / unit.seconds)} ${unit.name}` : `${whole} s`;
}

/** A time that is ahead by less than this counts as now, because clocks differ a little. Milliseconds. */
const AHEAD_MS = 60_000;

/** Whether a time is in the future. Both in epoch milliseconds. */
export function isAhead(at: number, now: number): boolean {
  return at - now > AHEAD_MS;
}

/** The age of a time, "14 min"; for a time in the future its distance, "1 h ahead". Both in epoch milliseconds. */
export function formatAgeOf(at: number, now: number): string {
  return isAhead(at, now) ? `${formatAge((at - now) / 1000)} ahead` : formatAge((now - at) / 1000);
}

/**
 * A duration between two lengths, seconds, short enough for a column: both in one unit, "18–20 min", "59–62 min", "0–2 min";
 * one number when both are the same.
 */
export function formatAgeRange(least: number, most: number): string {
  const [large, small] = allUnits.filter((unit) => most >= unit.seconds);
  // If the shorter length would be 0, the smaller unit is more precise, as long as its numbers are small.
  const usesSmaller = large && least < large.seconds && most < 2 * large.seconds && small?.name !== 's';
  const unit = (usesSmaller ? small : large) ?? { name: 's', seconds: 1 };
  const [from, to] = [least, most].map((length) => Math.floor(Math.max(0, length) / unit.seconds));
  return from === to ? `${to} ${unit.name}` : `${from}–${to} ${unit.name}`;
}

/**
 * Seconds as a person needs them: two units, or one from ten on. 44 → "44 s", 102 → "1 min 42 s", 870 → "15 min",
 * 5400 → "1 h 30 min".
 */
export function formatDuration(seconds: number): string {
  const from = allUnits.findIndex((unit) => seconds >= unit.seconds);
  const [large, small = large] = allUnits.slice(from);
  const step = large && seconds >= 10 * large.seconds ? large : small;
  const rounded = step ? Math.round(Math.max(0, seconds) / step.seconds) * step.seconds : 0;
  const parts: string[] = [];
  let rest = rounded;
  for (const unit of allUnits) {
    const count = Math.floor(rest / unit.seconds);
    rest -= count * unit.seconds;
    if (count > 0) parts.push(`${count} ${unit.name}`);
  }
  return parts.slice(0, 2).join(' ') || '0 s';
}

const compact = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  maximumFractionDigits: 1,
  roundingMode: 'floor',
});

/** A count in few letters, rounded down: 999,999,980 → "999.9M". */
export function formatCompact(value: number): string {
  return compact.format(value);
}

/** A configured duration, never rounded: 30 → "30 s", 300 → "5 min", 90 → "90 s", 86400 → "1 d". */
export function formatInterval(seconds: number): string {
  const unit = units
    .slice(2)
    .find((candidate) => seconds >= candidate.seconds && seconds % candidate.seconds === 0);
  return unit ? `${formatInteger(seconds / unit.seconds)} ${unit.name}` : `${formatInteger(seconds)} s`;
}

/** Cached for each zone, because creating a formatter takes longer than a hundred uses. */
function formatterFor(locale: string, options: Intl.DateTimeFormatOptions) {
  const made = new Map<string | undefined, Intl.DateTimeFormat>();
  return (timeZone: string | undefined): Intl.DateTimeFormat => {
    const known = made.get(timeZone);
    if (known) return known;
    const zone = timeZone === undefined ? {} : { timeZone };
    const formatter = new Intl.DateTimeFormat(locale, { ...options, ...zone });
    made.set(timeZone, formatter);
    return formatter;
  };
}

const instants = formatterFor('sv-SE', { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' });
const zones = formatterFor('en-GB', { timeZoneName: 'short' });

/** Epoch milliseconds as "2026-11-20 12:00:03", 24 hours, in the given IANA zone; undefined: the machine's. */
export function formatInstant(at: number, timeZone: string | undefined): string {
  return instants(timeZone).format(at);
}

/** Epoch milliseconds as "12:00". @param timeZone as in `formatInstant` */
export function formatClock(at: number, timeZone: string | undefined): string {
  return formatInstant(at, timeZone).slice(11, 16);
}

/** The short name of a zone at an instant: "UTC", "GMT+1". @param timeZone as in `formatInstant` */
export function formatZone(at: number, timeZone: string | undefined): string {
  const parts = zones(timeZone).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
}

/** Share of a whole as whole percent, rounded down so that "0 %" is said only of nothing and "100 %" only of all. */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return '0 %';
  const percent = (part / whole) * 100;
  return percent < 1 ? '<1 %' : `${Math.floor(percent)} %`;
}
