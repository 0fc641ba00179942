/** @module-tag deep */
import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { stoppedProductClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/http-test.ts';
import { plenty } from '../support/products/stack.ts';
import { replicaInfo, waitForAll } from '../support/replicas/replicas.ts';

test('row 66: of three replicas that compete for the last request of a minute, exactly one sends it', async ({
  replicaSet,
}) => {
  // The minute of the API has just begun, and does not end.
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  const { referenceApi, replicas } = await replicaSet({
    api: { monitors: 90, limits: { ...plenty, minute: 6 }, clock: () => minute },
    env: stoppedProductClock,
  });
  await waitForAll(replicas);
  // A replica shows the stored list before its first heartbeat tells it who leads, and who the others are.
  const infos = () => Promise.all(replicas.map(replicaInfo));
  await expect.poll(async () => (await infos()).map(({ count }) => count)).toEqual([3, 3, 3]);
  const uuids = referenceApi.api.organization().monitors();
  const open = (monitor: number, replica: number) =>
    ask(`${replicas[replica]?.url}/api/monitors/${uuids[monitor]?.monitor_uuid}`);
  for (const monitor of [0, 1]) expect(JSON.parse((await open(monitor, 0)).text).meta.partial).toBe(false);
  expect(referenceApi.requests(), 'of six; two are kept in reserve').toBe(3);
  const opened = await Promise.all([2, 3, 4].map((monitor, replica) => open(monitor, replica)));
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
  const partial = opened.map(({ text }) => JSON.parse(text).meta.partial);
  expect(partial.toSorted(), 'the others show what the list has').toEqual([false, true, true]);
  expect(referenceApi.requests()).toBe(4);
  expect(referenceApi.responses(429)).toBe(0);

  const all = await infos();
  expect(new Set(all.map((one) => one.this)).size).toBe(3);
  expect(all.filter(({ leads }) => leads)).toHaveLength(1);
  for (const [n, { leads }] of all.entries()) {
    const { text } = await ask(`${replicas[n]?.url}/usage`);
    const said = ['which reads the list for all', 'another one reads the list'].map((words) =>
      text.includes(words),
    );
    expect(said, 'on the usage page').toEqual([leads, !leads]);
  }
});
