/**
 * Skips a test that needs something which not every machine has, such as IPv6. With CI set it fails instead: there no
 * test may be left out unnoticed.
 *
 * @param skip that of the test's context
 * @param reason begins with "needs"
 * @throws Error with CI set, if the machine does not have it
 */
export function skipUnless(
  isThere: boolean,
  reason: string,
  skip: (condition: boolean, reason: string) => void,
): void {
  if (!isThere && process.env.CI) throw new Error(`With CI set no test may be skipped: it ${reason}.`);
  skip(!isThere, reason);
}
