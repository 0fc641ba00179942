import { createApiAccess } from '../../server/api-access.ts';
import type { Clock } from '../../server/clock.ts';
import { assemble } from '../../server/container.ts';
import { parseStoredState } from '../../server/quota/stored-state.ts';
import { createDurable } from '../../server/store/durable.ts';
import type { Store } from '../../server/store/store.ts';
import type { UpstreamClient } from '../../server/upstream/client.ts';

/** The server's own parts, put together as the container does, over a clock, an upstream and a store of the test. */
export async function createServed(parts: {
  clock: Clock;
  client: UpstreamClient;
  store: Store;
  minS?: number;
}) {
  const { clock, client, store, minS = 15 } = parts;
  const silent = { warn: () => {}, info: () => {} };
  const durable = createDurable({ store, clock, log: silent, problem: null, setAside: false });
  const services = await assemble({
    clock,
    durable,
    earlier: await durable.load('ledger', parseStoredState),
    client,
    apiAccess: createApiAccess({
      baseUrl: new URL('https://api.example.com/v1'),
      apiKey: 'served-0123456789',
      clock,
    }),
    random: () => 0.5,
    minS,
    demo: false,
    report: () => {},
    bug: (error) => {
      throw error;
    },
  });
  return { ...services, durable };
}
