import { randomUUID } from 'node:crypto';
import { createApiAccess } from '../../server/api-access.ts';
import { type Clock, continueClock } from '../../server/clock.ts';
import { assemble } from '../../server/container.ts';
import { type History, noHistory } from '../../server/history/history.ts';
import { parseStoredState } from '../../server/quota/stored-state.ts';
import { shareNothing } from '../../server/shared/shared.ts';
import { noOtherData } from '../../server/store/other-data.ts';
import { createPersistentState } from '../../server/store/persistent-state.ts';
import type { Store } from '../../server/store/store.ts';
import type { UpstreamClient } from '../../server/upstream/client.ts';

/**
 * Assembles the server's real parts like the container, with the test's clock, upstream and store. Each call simulates
 * a new process: its monotonic time starts at zero, or continues from the ledger in the store.
 *
 * @param parts.clock the clock of the machine, not of the process
 * @param parts.minS the operator's shortest interval, seconds
 * @param parts.history by default none is kept
 */
export async function assembleServer(parts: {
  clock: Clock;
  client: UpstreamClient;
  store: Store;
  minS?: number;
  history?: History;
}) {
  const { clock: machine, client, store, minS = 15, history = noHistory } = parts;
  const silent = { warn: () => {}, info: () => {} };
  const persistentState = createPersistentState({
    store,
    clock: machine,
    log: silent,
    problem: null,
    setAside: false,
  });
  const earlier = await persistentState.load('ledger', parseStoredState);
  const startedAt = machine.monotonic();
  const clock = continueClock({ ...machine, monotonic: () => machine.monotonic() - startedAt }, earlier);
  const services = await assemble({
    clock,
    local: clock,
    persistentState,
    otherData: noOtherData,
    earlier,
    demoSnapshot: null,
    client,
    apiAccess: createApiAccess({
      baseUrl: new URL('https://api.example.com/v1'),
      apiKey: 'served-0123456789',
      clock,
    }),
    history,
    shared: shareNothing('test'),
    random: () => 0.5,
    randomId: randomUUID,
    log: silent,
    minS,
    demo: false,
    report: () => {},
    recordAdmission: () => {},
    reportBug: (error) => {
      throw error;
    },
  });
  return { ...services, persistentState };
}
