import type { SoakFigures } from './run.ts';

/** How much more may be held at the end than in the beginning, MB: what caches fill up with. */
const GROWTH_MB = 40;

/** What must not be and was, one line each; empty when the product held. */
export function faultsOf(figures: SoakFigures): string[] {
  const { violations, refused, unmet, heapBefore, heapAfter, audits, answers } = figures;
  const counts = {
    'rows that upstream never handed out so': violations.wrongRows,
    'monitors lost': violations.lost,
    'monitors doubled': violations.doubled,
    'answers that were stale without a word': violations.unflagged,
    'times no answer': violations.failed,
    'requests beyond the limits': refused,
  };
  const faults = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
  if (unmet.length > 0) faults.push(`never met: ${unmet.join(', ')}`);
  if (heapAfter > heapBefore + GROWTH_MB) faults.push(`the heap grew from ${heapBefore} to ${heapAfter} MB`);
  if (answers === 0 || audits === 0) faults.push('nothing was checked');
  return faults;
}

/** The figures, for people. */
export function inWords(figures: SoakFigures): string {
  const { violations, heapBefore, heapAfter, resident } = figures;
  const met = Object.entries(figures.met).map(([name, times]) => `${name} (${times})`);
  return [
    `answers checked         ${figures.answers}, and ${figures.audits} whole lists`,
    `faults met              ${met.join(', ')}; killed and restarted ${figures.kills} times`,
    `wrong rows              ${violations.wrongRows}`,
    `lost, doubled monitors  ${violations.lost}, ${violations.doubled}`,
    `stale without a word    ${violations.unflagged}; the oldest list that named no reason was ${figures.oldestSilentS} s old`,
    `no answer               ${violations.failed}`,
    `requests upstream       ${figures.received}, beyond the limits ${figures.refused}`,
    `heap                    ${heapBefore} MB in the second quarter, ${heapAfter} MB in the last; resident at most ${resident} MB`,
    ...figures.failures,
  ].join('\n');
}
