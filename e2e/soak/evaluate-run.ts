import type { SoakFigures } from './run.ts';

/** Allowed heap growth in MB. The caches fill up during the run. */
const GROWTH_MB = 40;

/** Returns one line for each kind of violation; empty when there are none. */
export function violationsOf(figures: SoakFigures): string[] {
  const { violations, overLimit, missingFaults, completeListChecks, responses } = figures;
  const { heapSecondQuarterMb, heapLastQuarterMb } = figures;
  const counts = {
    'rows that upstream never sent in this form': violations.wrongRows,
    'monitors lost': violations.lost,
    'monitors duplicated': violations.duplicated,
    'stale responses not reported as stale': violations.unreported,
    'requests without a response': violations.failed,
    'requests that exceeded upstream’s limits': overLimit,
  };
  const lines = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
  if (missingFaults.length > 0) lines.push(`faults never injected: ${missingFaults.join(', ')}`);
  if (heapLastQuarterMb > heapSecondQuarterMb + GROWTH_MB)
    lines.push(
      `the smallest heap grew from ${heapSecondQuarterMb} MB in the second quarter to ${heapLastQuarterMb} MB in the last`,
    );
  if (responses === 0 || completeListChecks === 0) lines.push('no response or no complete list was checked');
  return lines;
}

/** Formats the figures for the terminal. */
export function formatFigures(figures: SoakFigures): string {
  const { violations, heapSecondQuarterMb, heapLastQuarterMb, residentPeakMb } = figures;
  const occurrences = Object.entries(figures.occurrences).map(([name, times]) => `${name} (${times})`);
  return [
    `responses checked          ${figures.responses}`,
    `complete lists checked     ${figures.completeListChecks}`,
    `faults injected            ${occurrences.join(', ')}; Sightline killed and restarted ${figures.kills} times`,
    `wrong rows                 ${violations.wrongRows}`,
    `lost, duplicated monitors  ${violations.lost}, ${violations.duplicated}`,
    `not reported as stale      ${violations.unreported}; the oldest list not reported as stale was ${figures.oldestUnreportedS} s old`,
    `no response                ${violations.failed}`,
    `requests upstream          ${figures.received}, ${figures.overLimit} of them exceeded upstream’s limits`,
    `smallest heap              ${heapSecondQuarterMb} MB in the second quarter, ${heapLastQuarterMb} MB in the last`,
    `largest resident memory    ${residentPeakMb} MB`,
    ...figures.failureDetails.map((detail) => `failed request             ${detail}`),
  ].join('\n');
}
