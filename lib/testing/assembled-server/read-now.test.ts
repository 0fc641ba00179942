import { expect, test } from 'vitest';
import type { ReadNowAnswer } from '../../contract/responses.ts';
import type { UpstreamFailure } from '../../server/errors.ts';
import { answered, simulateOrganization } from './simulated-organization.ts';

const MINUTE_MS = 60_000;
const broken = { code: 'upstream_error', status: 500 } as const;
const rejected = { code: 'api_key_rejected' } as const;
const invented = '00000000-0000-4000-8000-000000000000';

/** A server that has read its 250 monitors (3 pages) two minutes ago, with a viewer who has paused. */
async function setUp() {
  const { clock, upstream, organization, start } = simulateOrganization({});
  const server = await start();
  server.refresher.start();
  await clock.pass(MINUTE_MS);
  server.refresher.seen('viewer', true);
  await clock.pass(MINUTE_MS);
  const waitFor = async (answer: Promise<ReadNowAnswer>) => (await answered(clock, answer)).data;
  /**
   * Requests a refresh of the list or a monitor, and waits for its end.
   * @returns the answer, whether what is shown was read since, and the number of upstream requests
   */
  async function press(uuid?: string) {
    const before = upstream.attempts.length;
    const pressedAt = clock.now();
    const data = await waitFor(uuid === undefined ? server.readNow.list() : server.readNow.monitor(uuid));
    if (uuid === undefined) while (server.inventory.shown().reading !== null) await clock.pass(10);
    const { meta } =
      uuid === undefined
        ? (await server.listMonitors({ page: 1, per_page: 1, facets: false })).body
        : (await server.getMonitor(uuid)).body;
    const isNew = Date.parse(meta.as_of) >= pressedAt && meta.degraded === null;
    return { data, isNew, sent: upstream.attempts.length - before };
  }
  /** Makes upstream fail, so that backoff begins. */
  async function failOnce(failure: UpstreamFailure): Promise<void> {
    upstream.fail(failure);
    await press();
    await clock.pass(20_000);
  }
  const monitors = organization.api.organization().monitors();
  return { clock, upstream, server, press, waitFor, failOnce, uuid: monitors[120]?.monitor_uuid ?? '' };
}

const started = (cost: number) => ({ outcome: 'started', cost });
const refused = (code: string) => ({ outcome: 'refused', reason: { code } });

test('the list: after a successful refresh the next is refused as just_read, after a failed one as just_tried', async () => {
  const { clock, upstream, press } = await setUp();
  expect(await press()).toMatchObject({ data: started(3), isNew: true, sent: 3 });
  await clock.pass(3000);
  expect(await press()).toMatchObject({ data: refused('just_read'), sent: 0 });

  await clock.pass(MINUTE_MS);
  upstream.fail(broken);
  expect(await press()).toMatchObject({ data: started(3), isNew: false });
  await clock.pass(3000);
  const again = await press();
  expect(again).toMatchObject({ data: refused('just_tried'), sent: 0 });
  expect(again.data).toMatchObject({
    reason: { message: 'A refresh failed a moment ago. The API returned status 500.' },
  });

  // The first pages were read, but replace nothing.
  await clock.pass(MINUTE_MS);
  upstream.fail(null);
  upstream.failPage(3, broken);
  expect(await press()).toMatchObject({ data: { outcome: 'started' }, isNew: false });
  await clock.pass(3000);
  expect(await press()).toMatchObject({ data: refused('just_tried') });
});

test('the list says that it is being read, until it was', async () => {
  const { clock, server } = await setUp();
  const meta = async () => (await server.listMonitors({ page: 1, per_page: 1, facets: false })).body.meta;
  expect((await meta()).reading).toBeNull();
  const { data } = await server.readNow.list();
  const { reading } = await meta();
  expect(data).toMatchObject({ outcome: 'started', reading: reading?.started_at });
  expect((await server.readNow.list()).data, 'everybody shares it').toEqual(data);
  await clock.pass(5000);
  expect(await meta()).toMatchObject({ reading: null, last_reading: reading });
});

test('a viewer who arrives at an idle server is shown that the list is being read', async () => {
  const { clock, server } = await setUp();
  await clock.pass(10 * MINUTE_MS);
  server.refresher.seen('another', false);
  const { meta } = (await server.listMonitors({ page: 1, per_page: 1, facets: false })).body;
  expect(meta.reading).not.toBeNull();
});

test('an invalid or unknown UUID is rejected without an upstream request, also while the key is rejected', async () => {
  const { upstream, server, press, failOnce, uuid } = await setUp();
  await failOnce(rejected);
  const before = upstream.attempts.length;
  await expect(server.readNow.monitor('not-a-uuid')).rejects.toMatchObject({
    failure: { code: 'invalid_parameter', parameter: 'uuid' },
  });
  await expect(server.readNow.monitor(invented)).rejects.toMatchObject({
    failure: { code: 'monitor_not_found' },
  });
  expect(upstream.attempts.length).toBe(before);
  expect(await press(uuid), 'the next refresh is still admitted').toMatchObject({ isNew: false, sent: 1 });
});

test('a monitor, with the key rejected: the list is read as a probe', async () => {
  const { press, failOnce, uuid } = await setUp();
  await failOnce(rejected);
  expect(await press(uuid)).toMatchObject({ data: { outcome: 'started' }, isNew: false, sent: 1 });
  expect(await press(uuid), 'again at once').toMatchObject({ data: refused('api_key_rejected'), sent: 0 });
});

test('a monitor, with the key accepted again: list and monitor are read', async () => {
  const { upstream, press, failOnce, uuid } = await setUp();
  await failOnce(rejected);
  upstream.fail(null);
  expect(await press(uuid)).toMatchObject({ data: started(1), isNew: true, sent: 4 });
});

test('a monitor whose request showed that the key is rejected can be read as soon as the key is accepted', async () => {
  const { clock, upstream, press, uuid } = await setUp();
  upstream.failDetails(rejected);
  expect(await press(uuid)).toMatchObject({ data: started(1), isNew: false, sent: 1 });
  upstream.failDetails(null);
  await clock.pass(1000);
  expect(await press(uuid)).toMatchObject({ isNew: true, sent: 4 });
});

test('a monitor, with the daily quota used up: refused with the reason, without a request', async () => {
  const { press, failOnce, uuid } = await setUp();
  await failOnce({ code: 'daily_quota_exhausted', retryAt: null });
  expect(await press(uuid)).toMatchObject({ data: refused('daily_quota_exhausted'), sent: 0 });
});

test('a monitor, with the minute limit used up: refused until the window ends, without a request', async () => {
  const { clock, upstream, press, uuid } = await setUp();
  upstream.fail({ code: 'rate_limited', retryAt: clock.now() + 30_000 });
  await press();
  const pressed = await press(uuid);
  expect(pressed).toMatchObject({ data: refused('rate_limited'), sent: 0 });
  expect(pressed.data).toHaveProperty('reason.retry_at', expect.any(String));
});

test('the UUID of a monitor is case-insensitive', async () => {
  const { press, uuid } = await setUp();
  expect(await press(uuid)).toMatchObject({ data: started(1), isNew: true, sent: 1 });
  expect(await press(uuid.toUpperCase())).toMatchObject({ data: refused('just_read'), sent: 0 });
});

test('a slow monitor is awaited for four seconds, and read all the same', async () => {
  const { clock, upstream, server, press, waitFor, uuid } = await setUp();
  await press(uuid);
  await clock.pass(MINUTE_MS);
  upstream.delay(4500);
  const begun = clock.now();
  expect(await waitFor(server.readNow.monitor(uuid))).toMatchObject(started(1));
  expect(clock.now() - begun).toBeLessThanOrEqual(4010);
  await clock.pass(2000);
  expect((await server.getMonitor(uuid)).body.meta).toMatchObject({ degraded: null, partial: false });
});

test('a monitor that cannot be read is tried once for all users together', async () => {
  const { clock, upstream, press, uuid } = await setUp();
  await press(uuid);
  await clock.pass(MINUTE_MS);
  upstream.failDetails(broken);
  expect(await press(uuid)).toMatchObject({ data: started(1), isNew: false, sent: 1 });
  await clock.pass(3000);
  const again = await press(uuid);
  expect(again).toMatchObject({ data: refused('just_tried'), sent: 0 });
  const { reason } = again.data.outcome === 'refused' ? again.data : { reason: null };
  expect(reason?.message).toMatch(/failed a moment ago.* The API returned status 500\.$/);
  await clock.pass(Date.parse(reason?.retry_at ?? '') - clock.now());
  upstream.failDetails(null);
  expect(await press(uuid)).toMatchObject({ data: started(1), isNew: true, sent: 1 });
});

test.each<UpstreamFailure>([broken, { code: 'upstream_error', status: 502 }, { code: 'upstream_timeout' }])(
  'row 94: a monitor that always fails ($code) costs one request a minute, and the list is read as before',
  async (failure) => {
    const { clock, upstream, server, press, waitFor, uuid } = await setUp();
    upstream.failDetails(failure);
    const spent = () => server.getUsage().data.spent_here;
    const before = spent();
    const MINUTES = 8;
    let isDelayed = false;
    for (let second = 0; second < MINUTES * 60; second += 5) {
      server.refresher.seen('viewer', false);
      const reading = server.getMonitor(uuid);
      await clock.pass(5000);
      expect((await reading).body.meta).toMatchObject({ partial: true, degraded: { code: failure.code } });
      const { asOf, problem } = server.inventory.shown();
      isDelayed ||= second > 60 && (problem !== null || clock.now() - asOf > 35_000);
    }
    const { detail, retry, inventory } = spent();
    expect(detail - before.detail).toBe(MINUTES);
    expect(retry - before.retry, 'only at first').toBeLessThanOrEqual(1);
    expect(inventory - before.inventory).toBeGreaterThanOrEqual(3 * 2 * (MINUTES - 1));
    expect(isDelayed).toBe(false);
    expect(server.getHealth().health.status).toBe('ok');
    expect(server.getUsage().data.access.trouble).toBeNull();
    // A crawl that has just begun ends.
    await clock.pass(1_000);
    expect(await press(uuid)).toMatchObject({ isNew: false, sent: 1 });
    await clock.pass(50_000);
    expect(await press(uuid)).toMatchObject({ data: refused('just_tried'), sent: 0 });
    upstream.failDetails(null);
    await clock.pass(10_000);
    expect(await waitFor(server.readNow.monitor(uuid))).toMatchObject(started(1));
  },
);

test('users who refresh a monitor concurrently share one request, and each receives its cost', async () => {
  const { upstream, server, waitFor, uuid } = await setUp();
  const before = upstream.attempts.length;
  const answers = await Promise.all([1, 2, 3].map(() => waitFor(server.readNow.monitor(uuid))));
  for (const answer of answers) expect(answer).toMatchObject(started(1));
  expect(upstream.attempts.length - before).toBe(1);
});
