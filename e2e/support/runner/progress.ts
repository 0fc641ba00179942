/** Milliseconds between two lines. */
const EVERY_MS = 5_000;

type Outcome = 'passed' | 'failed' | 'skipped';

/** Prints how far a run of tests is, on standard error: reports go to standard output. */
export interface Progress {
  ended(outcome: Outcome): void;
  /** Prints the counts. The runner adds those of all parts up. */
  close(): void;
}

/** @param name of the part: `unit` @param total number of tests; undefined if it is not known */
export function startProgress(name: string, total?: number): Progress {
  const counts: Record<Outcome, number> = { passed: 0, failed: 0, skipped: 0 };
  const began = performance.now();
  let printed = began;
  const line = (text: string) => process.stderr.write(`  ${name}: ${text}\n`);
  return {
    ended(outcome) {
      counts[outcome] += 1;
      const now = performance.now();
      if (now - printed < EVERY_MS) return;
      printed = now;
      const done = counts.passed + counts.failed + counts.skipped;
      const failed = counts.failed > 0 ? `, ${counts.failed} failed` : '';
      line(
        `${done}${total === undefined ? '' : ` of ${total}`} tests${failed}, ${Math.round((now - began) / 1000)} s`,
      );
    },
    close() {
      line(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    },
  };
}
