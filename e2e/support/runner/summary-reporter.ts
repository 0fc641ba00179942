import type { Reporter, TestCase } from '@playwright/test/reporter';
import { propertySeed } from '../../../lib/testing/property-seed.ts';

/** Prints the seed of generated input at the start, and the known bugs (known-bug.ts) at the end. */
export default class SummaryReporter implements Reporter {
  readonly #known = new Map<string, TestCase>();

  onBegin(): void {
    console.log(`Seed of generated input: ${propertySeed}`);
  }

  onTestEnd(test: TestCase): void {
    if (test.expectedStatus === 'failed') this.#known.set(test.id, test);
  }

  onEnd(): void {
    if (this.#known.size === 0) return;
    console.log(`\nKnown bugs, each shown by a test that is expected to fail: ${this.#known.size}`);
    for (const test of this.#known.values()) {
      const reason = test.annotations.find(({ type }) => type === 'fail')?.description ?? 'no reason given';
      console.log(`  ${reason}: ${test.titlePath().slice(2).join(' › ')}`);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
