import { expect, test } from 'vitest';
import { simulateOrganization } from './simulated-organization.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PROBE_MS = 15 * MINUTE_MS;
const NIGHT_MS = 12 * HOUR_MS;

/** A server with a viewer who has one monitor open, which is read each minute. A third of the month is left. */
async function setUp(monthly: number) {
  const { clock, organization, upstream, start } = simulateOrganization({ limits: { monthly }, monitors: 1 });
  let server = await start();
  server.refresher.seen('viewer', false);
  server.refresher.start();
  await clock.pass(1000);
  const list = () => server.list();
  const [monitor] = (await list()).data;
  if (!monitor) throw new Error('the list is empty');
  const open = () => server.open(monitor.monitor_uuid);
  const watch = async (milliseconds: number, opens = true) => {
    const end = clock.monotonic() + milliseconds;
    while (clock.monotonic() < end) {
      server.refresher.seen('viewer', false);
      if (opens) await open();
      await clock.pass(MINUTE_MS);
    }
  };
  const restart = async () => {
    server.refresher.stop();
    await server.stored();
    server = await start();
    server.refresher.seen('viewer', false);
    server.refresher.start();
  };
  const usage = () => server.getUsage().data;
  return { clock, organization, upstream, list, open, watch, restart, usage };
}

test.each([
  ['', { restarts: false, opens: true }],
  [', with a restart,', { restarts: true, opens: true }],
  [', after which only the list is watched,', { restarts: false, opens: false }],
])(
  'row 91: a night of 502%s ends no month: crawls continue when the API does',
  async (_, { restarts, opens }) => {
    const { clock, upstream, list, open, watch, restart, usage } = await setUp(1000);
    await watch(5 * MINUTE_MS);
    const { remaining } = usage().monthly;
    expect(remaining).toBeGreaterThan(300);

    upstream.fail({ code: 'upstream_error', status: 502 });
    await watch(NIGHT_MS);
    expect((await list()).meta.degraded).toMatchObject({ code: 'upstream_error' });
    if (restarts) await restart();
    const before = upstream.attempts.length;
    await watch(HOUR_MS, opens);
    const attempts = upstream.attempts.slice(before);
    const gaps = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
    expect(Math.min(...gaps), 'the counters are asked for every 15 minutes').toBeGreaterThanOrEqual(PROBE_MS);
    expect(attempts.length).toBeGreaterThanOrEqual(3);
    expect(usage()).toMatchObject({ state: 'quota_unknown', monthly: { remaining } });
    expect(usage().access.trouble).toMatchObject({ code: 'upstream_error' });

    upstream.fail(null);
    await watch(PROBE_MS + MINUTE_MS, opens);
    const { meta } = opens ? await open() : await list();
    expect(meta.degraded).toBeNull();
    expect(clock.now() - Date.parse(meta.as_of)).toBeLessThanOrEqual(PROBE_MS + MINUTE_MS);
    expect(usage()).toMatchObject({ state: 'ok', access: { trouble: null } });
    expect(usage().monthly.remaining).toBeLessThan(remaining ?? 0);
  },
);
