import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { onPostgres } from '../storage/engines.fixtures.ts';
import { storageOf } from '../storage/storage.fixtures.ts';
import { createLeaderRequests } from './leader-requests.ts';
import { createLease } from './lease.ts';

onPostgres((open) => {
  /** Starts a replica that leads. Messages are lost, as behind a pooler. @param onWait called at the start of each pause */
  async function setUp(onWait: (milliseconds: number) => void) {
    const { pool: _, ...database } = await open();
    let passedMs = 0;
    const own = {
      ...systemClock,
      monotonic: () => systemClock.monotonic() + passedMs,
      after(milliseconds: number, run: () => void) {
        onWait(milliseconds);
        return systemClock.after(0, run);
      },
    };
    const log = { info: () => {}, warn: () => {} };
    const lease = createLease({ storage: () => storage, own, holder: 'a', log });
    const storage = storageOf(database, own, lease.term);
    await lease.hold();
    const messages = { received: new EventEmitter(), listen: async () => {}, close: () => {} };
    return {
      requests: createLeaderRequests({ storage, lease, messages, own, log }),
      pass(milliseconds: number) {
        passedMs += milliseconds;
      },
    };
  }

  test('row 66: an answer is found although its message was lost', async () => {
    const { requests } = await setUp(() => void requests.look());
    requests.serve('detail', async (uuid) => `the detail of ${uuid}`);
    expect(await requests.ask('detail', 'a')).toBe('the detail of a');
  });

  test('row 66: a request to a leader that does not answer fails after a while', async () => {
    const { requests, pass } = await setUp((milliseconds) => pass(milliseconds));
    await expect(requests.ask('detail', 'a')).rejects.toMatchObject({ failure: { code: 'no_leader' } });
  });
});
