import { expect, test } from 'vitest';
import { soleLease } from '../../server/replicas/lease.ts';
import { openMemory } from '../../server/storage/open-sqlite-file.ts';
import { assembleServer } from './assembled-server.ts';
import { simulateOrganization } from './simulated-organization.ts';

/** A server that is about to send its first request, and whose database does not answer until `release`. */
async function startWithHeldDatabase(maySend = () => true) {
  const { clock, upstream } = simulateOrganization({ monitors: 25 });
  const database = await openMemory();
  const server = await assembleServer({
    clock,
    client: upstream.client,
    database,
    lease: { ...soleLease, maySend },
  });
  const held = Promise.withResolvers<void>();
  const holding = database.db.connection().execute(() => held.promise);
  server.refresher.start();
  await clock.pass(10_000);
  return {
    upstream,
    async release() {
      held.resolve();
      await holding;
      await clock.pass(1_000);
    },
  };
}

test('no request is sent before the ledger is stored', async () => {
  const { upstream, release } = await startWithHeldDatabase();
  expect(upstream.attempts).toHaveLength(0);
  await release();
  expect(upstream.attempts).toHaveLength(1);
});

test('no request is sent if the lease has ended while the ledger was stored', async () => {
  let mayStillSend = true;
  const { upstream, release } = await startWithHeldDatabase(() => mayStillSend);
  mayStillSend = false;
  await release();
  expect(upstream.attempts).toHaveLength(0);
});
