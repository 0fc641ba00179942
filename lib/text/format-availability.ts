const percent = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, roundingMode: 'floor' });

/**
 * Formats two shares, 0 to 1, as percent: "99.2–99.6 %", or "99.21 %" if both are the same. They are rounded down, so that only a
 * complete share is "100 %".
 */
export function formatAvailability({ least, most }: { least: number; most: number }): string {
  const [from, to] = [percent.format(least * 100), percent.format(most * 100)];
  if (to === '0' && most > 0) return '<0.01 %';
  return from === to ? `${to} %` : `${from}–${to} %`;
}
