import { test } from '@playwright/test';

/**
 * Marks the running test as one for a known bug that is not fixed yet: it is expected to fail, and fails the run once
 * it passes. The summary lists it (summary-reporter.ts).
 *
 * @param what the bug and its symptom
 */
export function knownBug(what: string): void {
  test.fail(true, what);
}
