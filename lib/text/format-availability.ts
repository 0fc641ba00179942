import type { Availability } from '../contract/availability.ts';
import { OBSERVED_MIN_S } from '../contract/availability.ts';
import { formatDuration, formatShare } from './format.ts';

const percent = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, roundingMode: 'floor' });

/**
 * Formats an availability as percent: "99.2–99.6 %", "99.21 %" if both bounds give the same text, or "–" where too little was
 * observed. The bounds are rounded down, so that only a complete share is "100 %".
 */
export function formatAvailability({ least, most }: Pick<Availability, 'least' | 'most'>): string {
  if (least === null || most === null) return '–';
  const [from, to] = [percent.format(least * 100), percent.format(most * 100)];
  if (to === '0' && most > 0) return '<0.01 %';
  return from === to ? `${to} %` : `${from}–${to} %`;
}

/** An availability and for how much of the range it was observed, or why there is none: a sentence without its full stop. */
export function availabilityMessage(availability: Availability): string {
  const { least, observed_s, observed_share } = availability;
  if (observed_s === 0)
    return 'No availability: all the time not observed, or overdue, inactive or in maintenance';
  const share = `${formatShare(observed_share, 1)} of the time`;
  if (least !== null) return `Availability ${formatAvailability(availability)}, observed ${share}`;
  return `No availability yet: observed only ${observed_s < OBSERVED_MIN_S ? formatDuration(observed_s) : share}`;
}

/** Whether an availability is about less than half of its range, so that it is shown in grey. */
export const isMostlyUnobserved = ({ observed_share }: Availability): boolean => observed_share < 0.5;
