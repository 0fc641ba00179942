/** @module-tag deep */
import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import type { Product } from '../support/products/product.ts';
import { leaderOf, waitForAll } from '../support/replicas/replicas.ts';
import { degradedCode, startBehindProxy } from '../support/replicas/replicas-behind-proxy.ts';

test('row 67: three replicas adopt each new list, although all messages between them are lost', async ({
  replicaSet,
}) => {
  const { referenceApi, proxy, replicas } = await startBehindProxy(replicaSet, {
    count: 3,
    env: { SIGHTLINE_REFRESH_MIN_SECONDS: '1' },
  });
  await waitForAll(replicas);
  const { leader, others } = await leaderOf(replicas);
  const [first] = referenceApi.api.organization().monitors();
  const nameOn = async (replica: Product) => {
    const { text } = await ask(`${replica.url}/api/monitors?q=${first?.monitor_uuid}`, {
      headers: { 'sightline-refresh': 'on' },
    });
    return JSON.parse(text).data[0]?.name;
  };
  proxy.loseMessages();
  for (const name of ['Renamed', 'Renamed again']) {
    const lost = proxy.lost();
    referenceApi.api.organization().editMonitor(first?.monitor_uuid ?? '', { name });
    await expect.poll(() => nameOn(leader), { interval: 20 }).toBe(name);
    await Promise.all(others.map((other) => expect.poll(() => nameOn(other), { interval: 50 }).toBe(name)));
    expect(proxy.lost(), 'the message about the list, to each of them').toBeGreaterThanOrEqual(lost + 3);
  }
  for (const replica of replicas) expect(await degradedCode(replica)).toBeNull();
});
