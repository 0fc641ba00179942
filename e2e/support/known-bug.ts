import { test } from '@playwright/test';

/**
 * Says that the running test shows a bug that is known and not mended yet: it is expected to fail, and fails the run
 * once it passes. The summary lists it (summary-reporter.ts).
 *
 * @param what which bug, and what is to be seen of it
 */
export function knownBug(what: string): void {
  test.fail(true, what);
}
