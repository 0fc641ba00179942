import type { SoakFigures } from './run.ts';

/** The allowed growth of the heap, for caches that fill up, MB. */
const GROWTH_MB = 40;

/** Returns one line for each kind of violation; empty when there are none. */
export function faultsOf(figures: SoakFigures): string[] {
  const { violations, refused, missing, heapBefore, heapAfter, audits, answers } = figures;
  const counts = {
    'rows that upstream never handed out so': violations.wrongRows,
    'monitors lost': violations.lost,
    'monitors doubled': violations.duplicated,
    'answers that were stale without a word': violations.unreported,
    'times no answer': violations.failed,
    'requests beyond the limits': refused,
  };
  const faults = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
  if (missing.length > 0) faults.push(`never met: ${missing.join(', ')}`);
  if (heapAfter > heapBefore + GROWTH_MB) faults.push(`the heap grew from ${heapBefore} to ${heapAfter} MB`);
  if (answers === 0 || audits === 0) faults.push('nothing was checked');
  return faults;
}

/** Formats the figures for the terminal. */
export function formatFigures(figures: SoakFigures): string {
  const { violations, heapBefore, heapAfter, resident } = figures;
  const occurrences = Object.entries(figures.occurrences).map(([name, times]) => `${name} (${times})`);
  return [
    `answers checked         ${figures.answers}, and ${figures.audits} whole lists`,
    `faults met              ${occurrences.join(', ')}; killed and restarted ${figures.kills} times`,
    `wrong rows              ${violations.wrongRows}`,
    `lost, doubled monitors  ${violations.lost}, ${violations.duplicated}`,
    `stale without a word    ${violations.unreported}; the oldest list that named no reason was ${figures.oldestUnreportedS} s old`,
    `no answer               ${violations.failed}`,
    `requests upstream       ${figures.received}, beyond the limits ${figures.refused}`,
    `heap                    ${heapBefore} MB in the second quarter, ${heapAfter} MB in the last; resident at most ${resident} MB`,
    ...figures.failures,
  ].join('\n');
}
