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
