import type { EtaggedBody } from '../../server/api/http.ts';
import type { FakeClock } from '../../server/clock.fixtures.ts';

/**
 * Advances the clock until a service's response has arrived.
 *
 * @returns the parsed body, and how much simulated time it took, milliseconds
 */
export async function readBody<T>(
  clock: FakeClock,
  response: Promise<EtaggedBody<T>>,
): Promise<{ body: T; tookMs: number }> {
  const begun = clock.monotonic();
  let isDone = false;
  const settled = response.finally(() => {
    isDone = true;
  });
  settled.catch(() => undefined);
  while (!isDone) await clock.pass(10);
  const { bytes } = await settled;
  return { body: JSON.parse(new TextDecoder().decode(bytes)), tookMs: clock.monotonic() - begun };
}
