import { expect, test } from 'vitest';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import type { MonitorDetail, MonitorList } from '../../contract/responses.ts';
import { settingsOf } from '../../server/inventory/snapshot/settings.ts';
import type { assembleServer } from './assembled-server.ts';
import { readBody } from './read-body.ts';
import { simulateOrganization } from './simulated-organization.ts';

const MINUTE_MS = 60_000;
/** The interval of crawls without viewers. */
const IDLE_MS = 15 * MINUTE_MS;

type Server = Awaited<ReturnType<typeof assembleServer>>;

const knownOf = ({ inventory }: Server) => inventory.view().index?.settingsKnown;

test('the settings of an opened monitor are in the list from the next crawl on, and after a restart', async () => {
  const { clock, upstream, start } = simulateOrganization({});
  const first = await start();
  first.refresher.start();
  await clock.pass(MINUTE_MS);
  const list = async (server: Server) => {
    const query = { ...defaultInventoryQuery, per_page: 100 };
    return (await readBody<MonitorList>(clock, server.listMonitors(query))).body;
  };
  const uuid = (await list(first)).data[3]?.monitor_uuid ?? '';
  const { body: opened } = await readBody<MonitorDetail>(clock, first.getMonitor(uuid));
  expect(knownOf(first)).toBe(0);
  await clock.pass(IDLE_MS);
  expect(knownOf(first)).toBe(1);
  const row = (await list(first)).data.find(({ monitor_uuid }) => monitor_uuid === uuid);
  expect(row && settingsOf(row)).toEqual(settingsOf(opened.data));
  first.refresher.stop();
  await first.stored();

  upstream.fail({ code: 'upstream_timeout' });
  const second = await start();
  expect(knownOf(second)).toBe(1);
  const { body: known } = await readBody<MonitorDetail>(clock, second.getMonitor(uuid));
  expect([known.meta.partial, settingsOf(known.data)]).toEqual([false, settingsOf(opened.data)]);
});
