/** Numbers and times in words, in English. These functions do not read the clock. */

const integers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 1204 → "1,204" */
export function formatInteger(value: number): string {
  return integers.format(value);
}

/** A number of things: "1 monitor", "1,204 monitors". @param noun in the singular, with a plural in -s */
export function formatCount(count: number, noun: string): string {
  return `${formatInteger(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `from`: the first age in this unit, seconds. Days are exact up to two months. */
const units = [
  { name: 'y', seconds: 31_536_000, from: 31_536_000 },
  { name: 'mo', seconds: 2_592_000, from: 5_184_000 },
  { name: 'd', seconds: 86_400, from: 86_400 },
  { name: 'h', seconds: 3600, from: 3600 },
  { name: 'min', seconds: 60, from: 60 },
] as const;

/** Seconds as the one largest unit that fits, rounded down: 41 → "41 s", 870 → "14 min". Never negative. */
export function formatAge(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const unit = units.find((candidate) => whole >= candidate.from);
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

/** Days are not put together into months: a month has no fixed length. */
const durationUnits = [...units.slice(2), { name: 's', seconds: 1 }];

/**
 * Seconds as a person needs them: two units, or one from ten on. 44 → "44 s", 102 → "1 min 42 s", 870 → "15 min",
 * 5400 → "1 h 30 min", 2,592,000 → "30 d".
 */
export function formatDuration(seconds: number): string {
  const from = durationUnits.findIndex((unit) => seconds >= unit.seconds);
  const [large, small = large] = durationUnits.slice(from);
  const step = large && seconds >= 10 * large.seconds ? large : small;
  const rounded = step ? Math.round(Math.max(0, seconds) / step.seconds) * step.seconds : 0;
  const parts: string[] = [];
  let rest = rounded;
  for (const unit of durationUnits) {
    const count = Math.floor(rest / unit.seconds);
    rest -= count * unit.seconds;
    if (count > 0) parts.push(`${formatInteger(count)} ${unit.name}`);
  }
  return parts.slice(0, 2).join(' ') || '0 s';
}

/** The units of a range, by the length from which on each is used: in fewer than three hours or days, rounding would widen it too much. */
const rangeUnits = [
  { name: 'd', seconds: 86_400, from: 3 * 86_400 },
  { name: 'h', seconds: 3600, from: 3 * 3600 },
  { name: 'min', seconds: 60, from: 60 },
  { name: 's', seconds: 1, from: 0 },
] as const;

/** Bounds that differ by less than this share of the longer one are said as one length. */
const NEARLY_SAME = 0.05;

/**
 * A length that is only known between two bounds, seconds: "15 h" if both give the same text, "about 1 h 30 min" if they are
 * nearly the same, and otherwise both in one unit, the shorter one rounded down and the longer one up: "18–20 min". A shorter
 * one of less than that unit has its own, "48 min – 15 h"; of less than a minute it is left out: "up to 2 min".
 */
export function formatDurationRange({ least, most }: { least: number; most: number }): string {
  if (formatDuration(least) === formatDuration(most)) return formatDuration(most);
  if (most - least < most * NEARLY_SAME) return `about ${formatDuration((least + most) / 2)}`;
  const unit = rangeUnits.find(({ from }) => most >= from) ?? { name: 's', seconds: 1 };
  const from = Math.floor(Math.max(0, least) / unit.seconds);
  const to = formatInteger(Math.ceil(most / unit.seconds));
  if (from > 0) return `${formatInteger(from)}–${to} ${unit.name}`;
  const shorter = rangeUnits.find(({ seconds }) => seconds >= 60 && least >= seconds);
  if (shorter === undefined) return `up to ${to} ${unit.name}`;
  return `${Math.floor(least / shorter.seconds)} ${shorter.name} – ${to} ${unit.name}`;
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

const wallTimes = formatterFor('sv-SE', { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' });
/** Each locale has the abbreviations of its own region: "CET", "EST", "AEDT". */
const zones = ['en-GB', 'en-US', 'en-AU'].map((locale) => formatterFor(locale, { timeZoneName: 'short' }));

/*
 * Times are epoch milliseconds; `timeZone` is an IANA name, undefined for the machine's zone. A time that the clocks show
 * twice, because they are set back, has the name of its zone in every text.
 */

/** "2026-11-20 12:00:03", 24 hours; "2026-10-25 02:30:00 CEST" in a repeated hour. */
export function formatInstant(at: number, timeZone: string | undefined): string {
  return isRepeated(at, timeZone) ? formatExact(at, timeZone) : wallTimes(timeZone).format(at);
}

/** "2026-11-20 13:00:03 CET" */
export function formatExact(at: number, timeZone: string | undefined): string {
  return `${wallTimes(timeZone).format(at)} ${zoneName(at, timeZone)}`;
}

/**
 * "12:00"; "02:30 CEST" in a repeated hour.
 *
 * @param otherEnd of a span of time: if one end is in a repeated hour, or the clocks change between them, both have a zone
 */
export function formatClock(at: number, timeZone: string | undefined, otherEnd = at): string {
  const needsZone =
    [at, otherEnd].some((end) => isRepeated(end, timeZone)) ||
    Math.abs(offsetAt(at, timeZone) - offsetAt(otherEnd, timeZone)) > 0;
  const clock = wallTimes(timeZone).format(at).slice(11, 16);
  return needsZone ? `${clock} ${zoneName(at, timeZone)}` : clock;
}

/** The short name of a zone at an instant: "UTC", "CET", "EDT"; "GMT+5:30" for a zone without one in English. */
function zoneName(at: number, timeZone: string | undefined): string {
  let name = 'UTC';
  for (const zone of zones) {
    const part = zone(timeZone)
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName');
    name = part?.value ?? name;
    if (!/^GMT[+-]/.test(name)) break;
  }
  return name;
}

/** Epoch milliseconds as ISO 8601 in UTC, as in the API. */
export const iso = (instant: number): string => new Date(instant).toISOString();

/** How far local time is ahead of UTC, milliseconds. */
export function offsetAt(at: number, timeZone: string | undefined): number {
  const local = Date.parse(`${wallTimes(timeZone).format(at).replace(' ', 'T')}Z`);
  return local - Math.floor(at / 1000) * 1000;
}

/** Clocks are set back by less than this, milliseconds. */
const LONGEST_STEP_MS = 3 * 3_600_000;

/** Whether the clocks show this time twice. */
function isRepeated(at: number, timeZone: string | undefined): boolean {
  const before = offsetAt(at - LONGEST_STEP_MS, timeZone);
  const after = offsetAt(at + LONGEST_STEP_MS, timeZone);
  // Most of the time the clocks do not change, and nothing more is computed.
  if (!(before > after)) return false;
  const offset = offsetAt(at, timeZone);
  const other = offset === after ? at - (before - after) : at + (before - after);
  return offsetAt(other, timeZone) !== offset;
}

/** Share of a whole as whole percent; "0 %" is said only of nothing and "100 %" only of all, otherwise "<1 %" and ">99 %". */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return '0 %';
  const percent = (part / whole) * 100;
  if (percent < 1) return '<1 %';
  return percent > 99 && percent < 100 ? '>99 %' : `${Math.round(percent)} %`;
}
