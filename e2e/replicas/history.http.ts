import { expect } from 'vitest';
import { changeListSchema, monitorHistorySchema } from '../../lib/contract/changes.ts';
import { ask } from '../support/http/read.ts';
import { removeDeadline } from '../support/preloaded/without-deadline.ts';
import { test } from '../support/products/http-test.ts';
import type { Product } from '../support/products/product.ts';
import { makeStable } from '../support/products/recorded-changes.ts';
import { plenty } from '../support/products/stack.ts';
import { leaderOf, shortenLease, waitForAll } from '../support/replicas/replicas.ts';

/** Responses that replicas should not have sent. A poll would hide them. */
const refused: string[] = [];

/** Returns what a replica sends to a viewer who requests a crawl every second. */
async function sent({ url }: { url: string }, path = 'changes') {
  const { text, headers, status } = await ask(`${url}/api/${path}`, {
    headers: { 'sightline-refresh': 'on' },
  });
  if (status !== 200) refused.push(`${status} ${text}`);
  return { text, etag: headers.get('etag') };
}

async function kinds(replica: { url: string }): Promise<string[]> {
  const { data } = changeListSchema.parse(JSON.parse((await sent(replica)).text));
  return data.map(({ kind, monitor }) => `${kind} ${monitor.name}`).reverse();
}

/** Waits until all replicas send the same. */
async function expectSame(replicas: readonly Product[], path?: string): Promise<void> {
  await expect
    .poll(async () => {
      const all = await Promise.all(replicas.map((replica) => sent(replica, path)));
      return new Set(all.map(({ text, etag }) => `${etag} ${text}`)).size;
    })
    .toBe(1);
}

test('row 64, row 85: all replicas show the same changes, each once, also after the leader was killed', {
  tags: 'nightly',
}, async ({ replicaSet }) => {
  const { referenceApi, replicas, databaseUrl } = await replicaSet({
    api: { monitors: 120, limits: plenty },
    env: removeDeadline({ SIGHTLINE_REFRESH_MIN_SECONDS: '2' }),
    before: makeStable,
  });
  const organization = referenceApi.api.organization();
  const [a, b] = organization.monitors();
  if (!a || !b) throw new Error('two monitors');
  const edit = ({ monitor_uuid, updated_at }: typeof a, last_status: 'up' | 'down') =>
    organization.editMonitor(monitor_uuid, {
      ...{ updated_at, last_status },
      last_check_at: new Date().toISOString(),
    });
  for (const monitor of [a, b]) edit(monitor, 'up');
  await waitForAll(replicas);
  const observedFrom = async (replica: Product) => JSON.parse((await sent(replica)).text).meta.observed_from;
  for (const replica of replicas) await expect.poll(() => observedFrom(replica)).not.toBeNull();

  const before = [`down ${a.name}`];
  edit(a, 'down');
  for (const replica of replicas) {
    await expect.poll(() => kinds(replica)).toEqual(before);
  }
  await expectSame(replicas);
  await expectSame(replicas, 'changes/fleet');
  await expectSame(replicas, 'monitors?sort=changed&per_page=5');
  await expectSame(replicas, `monitors/${a.monitor_uuid}/history?days=1`);

  const { leader, others } = await leaderOf(replicas);
  await leader.kill();
  await shortenLease({ databaseUrl });
  edit(a, 'up');
  edit(b, 'down');
  const after = [`down ${a.name}`, `down ${b.name}`, `recovered ${a.name}`].sort();
  for (const replica of others) {
    await expect.poll(async () => (await kinds(replica)).sort()).toEqual(after);
  }
  await expectSame(others);
  await expectSame(others, 'changes/export?format=csv');
  const [other] = others;
  const text = other && (await sent(other, `monitors/${a.monitor_uuid}/history?days=1`)).text;
  const { data } = monitorHistorySchema.parse(JSON.parse(text ?? ''));
  expect(data.changes.map(({ kind }) => kind)).toEqual(['recovered', 'down']);
  expect(data.changes[1]?.lasted).not.toBeNull();
  expect(refused).toEqual([]);
});
