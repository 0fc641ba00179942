import { test } from '@playwright/test';

/**
 * Marks the running test as the test of a known bug. The test is expected to fail; once it passes, the run fails. The
 * summary lists it (summary-reporter.ts).
 *
 * @param what the bug and its symptom
 */
export function knownBug(what: string): void {
  test.fail(true, what);
}
