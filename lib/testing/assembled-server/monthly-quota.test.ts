import { expect, test } from 'vitest';
import type { MonitorDetail } from '../../contract/responses.ts';
import { readBody, simulateOrganization } from './simulated-organization.ts';

const MINUTE_MS = 60_000;
const PAGES = 3;
/** The requests of the month that other clients leave. */
const LOW = 300;
/** The longest gap between background requests with that remainder: 31 days over 0.8 of them, seconds. */
const GAP_S = 2_678_400 / (0.8 * LOW);

test('row 13: a low monthly quota slows down crawls, but monitors can still be opened', async () => {
  const { clock, organization, upstream, start } = simulateOrganization({ limits: { monthly: 60_000 } });
  const server = await start();
  let details = 0;
  const open = async (uuid: string) => {
    const before = clock.now();
    const { body, tookMs } = await readBody<MonitorDetail>(clock, server.getMonitor(uuid));
    details += 1;
    expect(body.meta).toMatchObject({ partial: false, degraded: null });
    expect(Date.parse(body.meta.as_of)).toBeGreaterThan(before);
    expect(tookMs).toBeLessThan(1000);
  };
  /** A viewer requests an interval of 15 seconds, and opens another monitor every 4 minutes. */
  const watch = async (minutes: number, uuids: readonly string[]) => {
    const before = { attempts: upstream.attempts.length, details };
    for (let minute = 0; minute < minutes; minute += 1) {
      server.refresher.seen('viewer', false);
      const uuid = minute % 4 === 0 ? uuids[minute / 4] : undefined;
      if (uuid !== undefined) await open(uuid);
      await clock.pass(MINUTE_MS);
    }
    return {
      background: upstream.attempts.length - before.attempts - (details - before.details),
      opened: details - before.details,
    };
  };
  server.refresher.seen('viewer', false);
  server.refresher.start();
  await clock.pass(1000);
  const uuids = (await server.list()).data.map(({ monitor_uuid }) => monitor_uuid);

  const enough = await watch(120, uuids.slice(0, 30));
  expect(enough.opened).toBe(30);
  expect(enough.background).toBeGreaterThan(10 * PAGES);

  const left = () => server.getUsage().data.monthly.remaining ?? 0;
  organization.spend(left() - LOW);
  await open(uuids[30] ?? '');
  const slow = await watch(120, uuids.slice(31, 61));
  expect(slow.opened).toBe(30);
  // The crawl that was already due, and the requests that the pace allows.
  expect(slow.background).toBeLessThanOrEqual(PAGES + Math.ceil((120 * 60) / GAP_S));
  expect(server.getUsage().data.refresh).toMatchObject({ wanted_s: 15, limited_by: 'monthly' });
  expect(server.getUsage().data.refresh.actual_s).toBeGreaterThanOrEqual(PAGES * GAP_S);

  // Three are left: one is spent to learn that, two more by users, none in the background.
  organization.spend(left() - 3);
  const last = await watch(12, uuids.slice(61, 64));
  expect(last).toEqual({ background: 0, opened: 3 });
  expect(left()).toBe(0);
});
