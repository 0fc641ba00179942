import { expect, test } from 'vitest';
import { createCheckQueue } from '../../access/password-check-queue.ts';
import { createScriptReads } from '../../access/script-reads.ts';
import { createTokenLimits, TOKEN_REQUESTS_PER_MINUTE } from '../../access/token-limits.ts';
import { createFakeClock } from '../../clock.fixtures.ts';
import { createViewers } from '../../inventory/viewers.ts';
import { soleReplica } from '../replicas.ts';
import { createSharedClock } from './shared-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** A shared clock whose server is an hour ahead of the process. @returns also what sets the server's clock back by it */
function setUp() {
  const own = createFakeClock();
  const shared = createSharedClock(own);
  shared.adjust(own.now() + HOUR_MS, own.monotonic());
  return { own, shared, local: shared.local, setBack: () => shared.adjust(own.now(), own.monotonic()) };
}

test('the time of one process has the wall time of all, and does not go back with the server', () => {
  const { own, shared, local, setBack } = setUp();
  expect(local.now()).toBe(own.now() + HOUR_MS);
  const before = local.monotonic();
  own.advance(1000);
  setBack();
  expect(local.now()).toBe(shared.now());
  expect(local.now()).toBe(own.now());
  expect(local.monotonic()).toBe(before + 1000);
});

test('limits of one process do not last longer after the server’s clock was set back', async () => {
  const { own, local, setBack } = setUp();
  const limits = createTokenLimits(local);
  for (let time = 0; time < TOKEN_REQUESTS_PER_MINUTE; time += 1) expect(limits.take('grafana')).toBe(0);
  const reads = createScriptReads(local, () => 60);
  reads.take();
  const viewers = createViewers(local, soleReplica('test'));
  viewers.seen('a', 60);
  const queue = createCheckQueue({ clock: local, freeFailures: 0 });
  await queue.run({ client: 'a', rank: 0, check: async () => 'wrong' });
  setBack();
  expect(limits.take('grafana')).toBe(MINUTE_MS);
  expect(reads.take).toThrow(
    expect.objectContaining({
      failure: { code: 'token_limited', why: 'reads', retryAt: own.now() + HOUR_MS },
    }),
  );
  let checked: unknown = null;
  void queue.run({ client: 'a', rank: 0, check: async () => 'right' }).then((result) => {
    checked = result;
  });
  await own.pass(2 * MINUTE_MS + 1);
  expect(checked).toBe('right');
  expect(limits.take('grafana')).toBe(0);
  expect(viewers.audience().viewers).toBe(0);
});
