import type { FakeClock } from '../../server/clock.fixtures.ts';
import type { EtaggedBody } from '../../server/etagged-body.ts';

/** Waits for an answer while time goes on. @returns what it says, and how long it took, milliseconds */
export async function ask<T>(
  clock: FakeClock,
  answer: Promise<EtaggedBody<T>>,
): Promise<{ body: T; tookMs: number }> {
  const begun = clock.monotonic();
  let isDone = false;
  const settled = answer.finally(() => {
    isDone = true;
  });
  settled.catch(() => undefined);
  while (!isDone) await clock.pass(10);
  const { bytes } = await settled;
  return { body: JSON.parse(new TextDecoder().decode(bytes)), tookMs: clock.monotonic() - begun };
}
