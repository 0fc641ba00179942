import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { type Progress, startProgress } from './progress.ts';

/** Prints the progress of Playwright's tests (progress.ts). */
export default class PlaywrightProgress implements Reporter {
  #progress: Progress | null = null;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#progress = startProgress(process.env.SIGHTLINE_TEST_PART ?? 'tests', suite.allTests().length);
  }

  onTestEnd(test: TestCase, { status }: TestResult): void {
    if (status === 'skipped') this.#progress?.ended('skipped');
    else this.#progress?.ended(status === test.expectedStatus ? 'passed' : 'failed');
  }

  onEnd(): void {
    this.#progress?.close();
  }

  printsToStdio(): boolean {
    return false;
  }
}
