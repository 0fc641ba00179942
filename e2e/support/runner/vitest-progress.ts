import type { Reporter, TestCase } from 'vitest/node';
import { type Progress, startProgress } from './progress.ts';

/** Prints the progress of Vitest's tests (progress.ts). */
export default class VitestProgress implements Reporter {
  #progress: Progress = startProgress(process.env.SIGHTLINE_TEST_PART ?? 'tests');

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    // A test without a note was left out by its tag: it belongs to another part.
    const isLeftOut = result.state === 'skipped' && result.note === undefined;
    if (result.state !== 'pending' && !isLeftOut) this.#progress.ended(result.state);
  }

  onTestRunEnd(): void {
    this.#progress.close();
  }
}
