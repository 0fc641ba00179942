import { describeWithServer } from '../../shared/redis/test-replicas.fixtures.ts';
import { historyContract } from '../history-contract.fixtures.ts';
import { leadingReplica, storeOf } from './test-history.fixtures.ts';

describeWithServer('the history in Redis', (server) => {
  let replica: ReturnType<typeof leadingReplica> | null = null;
  historyContract(async () => {
    replica ??= leadingReplica(server);
    const { shared, keys } = await replica;
    // With the same connection, so that no earlier reply arrives later.
    await shared.state.history.run((client) => client.del(keys.history));
    return storeOf(shared);
  });
});
