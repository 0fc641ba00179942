import { expect } from 'vitest';
import { changeListSchema, monitorHistorySchema } from '../../lib/contract/changes.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { makeStable } from '../support/products/recorded-changes.ts';
import { newDirectory, startSharedDirectory } from '../support/products/shared-data-directory.ts';

/** An organization of 30 monitors that only the test changes, and products that share a data directory. */
async function startStable() {
  const shared = await startSharedDirectory(newDirectory(), { monitors: 30 });
  makeStable(shared.api);
  return { ...shared, organization: shared.api.api.organization() };
}

async function changesOf(product: { url: string }, query = '') {
  const { text, status } = await ask(`${product.url}/api/changes${query}`);
  expect(status, text).toBe(200);
  return changeListSchema.parse(JSON.parse(text));
}

/** Requests the list, so that there is a viewer, and returns the kinds of the changes. */
async function kindsNow(product: { url: string }): Promise<string[]> {
  await ask(`${product.url}/api/monitors`, { headers: { 'sightline-refresh': 'on' } });
  const { data } = await changesOf(product);
  return data.map(({ kind, monitor }) => `${kind} ${monitor.name}`);
}

test('each change has an interval that contains its true time, also across a restart', {
  tags: 'deep',
}, async () => {
  const { api, start, organization } = await startStable();
  const [a, b, c, edited, removed] = organization.monitors();
  if (!a || !b || !c || !edited || !removed) throw new Error('five monitors');
  const check = (last_status: 'up' | 'down', at = Date.now()) => ({
    last_status,
    last_check_at: new Date(at).toISOString(),
  });
  const moments = new Map<string, number>();
  const doing = (what: string, run: () => void) => {
    moments.set(what, Date.now());
    run();
  };
  for (const { monitor_uuid, updated_at } of [a, b, c]) {
    organization.editMonitor(monitor_uuid, { ...check('up'), updated_at });
  }
  const updated = { updated_at: edited.updated_at };

  const first = await start();
  await expect.poll(async () => (await changesOf(first)).meta.observed_from).not.toBeNull();
  expect(await kindsNow(first), 'the first crawl shows no changes').toEqual([]);
  for (const monitor of [a, b]) {
    doing(`down ${monitor.name}`, () =>
      organization.editMonitor(monitor.monitor_uuid, { ...check('down'), updated_at: monitor.updated_at }),
    );
  }
  await expect.poll(() => kindsNow(first)).toHaveLength(2);
  doing(`edited ${edited.name}`, () =>
    organization.editMonitor(edited.monitor_uuid, { ...updated, interval: edited.interval + 60 }),
  );
  await expect.poll(() => kindsNow(first)).toHaveLength(3);
  await first.kill();

  doing(`recovered ${a.name}`, () =>
    organization.editMonitor(a.monitor_uuid, { ...check('up'), updated_at: a.updated_at }),
  );
  doing(`down ${c.name}`, () =>
    organization.editMonitor(c.monitor_uuid, { ...check('down'), updated_at: c.updated_at }),
  );
  doing(`removed ${removed.name}`, () => organization.removeMonitor(removed.monitor_uuid));
  const second = await start();
  await expect.poll(() => kindsNow(second)).toHaveLength(6);

  const { data } = await changesOf(second);
  expect(data.map(({ kind, monitor }) => `${kind} ${monitor.name}`).sort()).toEqual(
    [...moments.keys()].sort(),
  );
  for (const { kind, monitor, from, to } of data) {
    const truth = moments.get(`${kind} ${monitor.name}`) ?? 0;
    expect(Date.parse(from), kind).toBeLessThanOrEqual(truth);
    expect(Date.parse(to), kind).toBeGreaterThanOrEqual(truth);
  }
  const recovered = data.find(({ kind }) => kind === 'recovered');
  const lasted = ((moments.get(`recovered ${a.name}`) ?? 0) - (moments.get(`down ${a.name}`) ?? 0)) / 1000;
  expect(recovered?.lasted?.at_least_s).toBeLessThanOrEqual(lasted);
  expect(recovered?.lasted?.at_most_s).toBeGreaterThanOrEqual(Math.floor(lasted));
  expect(data.find(({ kind }) => kind === 'edited')?.fields).toEqual({
    interval: { before: edited.interval, after: edited.interval + 60 },
  });

  const { text } = await ask(`${second.url}/api/monitors/${removed.monitor_uuid}/history?days=1`);
  const history = monitorHistorySchema.parse(JSON.parse(text));
  expect(history.data.changes.map(({ kind }) => kind)).toEqual(['removed']);
  await second.stop();
  await api.close();
});

test('a change during a slow response has an interval that contains its true time', {
  tags: 'deep',
}, async () => {
  const { api, start, organization } = await startStable();
  const [edited] = organization.monitors();
  if (!edited) throw new Error('a monitor');
  const product = await start();
  await expect.poll(async () => (await changesOf(product)).meta.observed_from).not.toBeNull();
  api.api.inject({ kind: 'delay', ms: 2000 });
  const before = api.requests();
  await expect
    .poll(
      async () => {
        await kindsNow(product);
        return api.requests();
      },
      { interval: 50 },
    )
    .toBeGreaterThan(before);
  // The response in flight does not show the change.
  const truth = Date.now();
  organization.editMonitor(edited.monitor_uuid, {
    interval: edited.interval + 60,
    updated_at: edited.updated_at,
  });
  await expect.poll(() => kindsNow(product)).toEqual([`edited ${edited.name}`]);
  const [{ from, to } = { from: '', to: '' }] = (await changesOf(product)).data;
  expect(Date.parse(from)).toBeLessThanOrEqual(truth);
  expect(Date.parse(to)).toBeGreaterThanOrEqual(truth);
  await product.stop();
  await api.close();
});
