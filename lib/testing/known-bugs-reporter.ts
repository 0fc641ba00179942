import type { Reporter, TestModule } from 'vitest/node';

/**
 * Lists the tests that are expected to fail (`test.fails`) at the end of a run. Each of them shows a known bug that is not
 * fixed yet, and fails the run once it passes. The equivalent for browser tests is e2e/support/runner/known-bug.ts.
 */
export const knownBugsReporter: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const known = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter(({ options }) => options.fails)
        .map(({ fullName }) => `  ${module.relativeModuleId}: ${fullName}`),
    );
    if (known.length === 0) return;
    console.log(`\nKnown bugs, each shown by a test that is expected to fail: ${known.length}`);
    for (const line of known) console.log(line);
  },
};
