import { expect, test } from 'vitest';
import type { ReadNowAnswer } from '../../contract/read-now.ts';
import type { UpstreamFailure } from '../../server/errors.ts';
import { simulateOrganization } from './simulated-organization.ts';

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
  server.refresher.seen('viewer', 'off');
  await clock.pass(MINUTE_MS);
  /** Advances the clock until the response has arrived. */
  async function waitFor(answer: Promise<ReadNowAnswer>): Promise<ReadNowAnswer['data']> {
    let isDone = false;
    const settled = answer.finally(() => {
      isDone = true;
    });
    settled.catch(() => undefined);
    while (!isDone) await clock.pass(10);
    return (await settled).data;
  }
  /** Requests a refresh of the list, and waits for its end. @returns the result as the list shows it */
  async function readList(): Promise<ReadNowAnswer['data']> {
    const { data } = await server.readNow.list();
    if (data.reading === null) return data;
    const begunAt = Date.parse(data.reading);
    while ((server.inventory.view().lastCrawl?.startedAt ?? 0) < begunAt) await clock.pass(10);
    const { meta } = (await server.listMonitors({ page: 1, per_page: 1, facets: false })).body;
    const outcome = Date.parse(meta.as_of) >= begunAt ? 'read' : 'failed';
    return { outcome, reading: null, cost: meta.last_reading?.requests ?? 0, reason: meta.degraded };
  }
  /** Requests a refresh of the list or a monitor. @returns the result, and the number of upstream requests */
  async function press(uuid?: string) {
    const before = upstream.attempts.length;
    const data = uuid === undefined ? await readList() : await waitFor(server.readNow.monitor(uuid));
    return { ...data, sent: upstream.attempts.length - before };
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

test('the list: a successful refresh is reported as just_read, a failed one as just_tried', async () => {
  const { clock, upstream, press } = await setUp();
  expect(await press()).toMatchObject({ outcome: 'read', cost: 3, sent: 3 });
  await clock.pass(3000);
  expect(await press()).toMatchObject({
    outcome: 'refused',
    cost: 0,
    sent: 0,
    reason: { code: 'just_read' },
  });

  await clock.pass(MINUTE_MS);
  upstream.fail(broken);
  const failed = await press();
  expect(failed).toMatchObject({ outcome: 'failed', cost: failed.sent });
  await clock.pass(3000);
  const again = await press();
  expect(again).toMatchObject({ outcome: 'refused', cost: 0, sent: 0, reason: { code: 'just_tried' } });
  expect(again.reason?.message).toBe('A refresh failed a moment ago. The API returned status 500.');
  expect(Date.parse(again.reason?.retry_at ?? '')).toBeGreaterThan(clock.now());

  // The first pages were read, but replace nothing.
  await clock.pass(MINUTE_MS);
  upstream.fail(null);
  upstream.failPage(3, broken);
  expect(await press()).toMatchObject({ outcome: 'failed' });
  await clock.pass(3000);
  expect(await press()).toMatchObject({ outcome: 'refused', reason: { code: 'just_tried' } });
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
  expect(await press(uuid), 'the next refresh is still admitted').toMatchObject({
    outcome: 'failed',
    sent: 1,
  });
});

test('a monitor, with the key rejected: the cost of the probe is reported', async () => {
  const { press, failOnce, uuid } = await setUp();
  await failOnce(rejected);
  expect(await press(uuid)).toMatchObject({
    outcome: 'failed',
    cost: 1,
    sent: 1,
    reason: { code: 'api_key_rejected' },
  });
  expect(await press(uuid), 'again at once').toMatchObject({ outcome: 'refused', cost: 0, sent: 0 });
});

test('a monitor, with the key accepted again: list and monitor are read, and the cost of both is reported', async () => {
  const { upstream, press, failOnce, uuid } = await setUp();
  await failOnce(rejected);
  upstream.fail(null);
  expect(await press(uuid)).toMatchObject({ outcome: 'read', cost: 4, sent: 4, reason: null });
});

test('a monitor whose request showed that the key is rejected can be read as soon as the key is accepted', async () => {
  const { clock, upstream, press, uuid } = await setUp();
  upstream.failDetails(rejected);
  expect(await press(uuid)).toMatchObject({ outcome: 'failed', cost: 1, sent: 1 });
  upstream.failDetails(null);
  await clock.pass(1000);
  expect(await press(uuid)).toMatchObject({ outcome: 'read', cost: 4, sent: 4 });
});

test('a monitor, with the daily quota used up: refused with the reason, without a request', async () => {
  const { press, failOnce, uuid } = await setUp();
  await failOnce({ code: 'daily_quota_exhausted', retryAt: null });
  expect(await press(uuid)).toMatchObject({
    outcome: 'refused',
    cost: 0,
    sent: 0,
    reason: { code: 'daily_quota_exhausted' },
  });
});

test('a monitor, with the minute limit used up: refused until the window ends, without a request', async () => {
  const { clock, upstream, press, uuid } = await setUp();
  upstream.fail({ code: 'rate_limited', retryAt: clock.now() + 30_000 });
  await press();
  const refused = await press(uuid);
  expect(refused).toMatchObject({ outcome: 'refused', cost: 0, sent: 0, reason: { code: 'rate_limited' } });
  expect(Date.parse(refused.reason?.retry_at ?? '')).toBeGreaterThan(clock.now());
});

test('the UUID of a monitor is case-insensitive', async () => {
  const { press, uuid } = await setUp();
  expect(await press(uuid)).toMatchObject({ outcome: 'read', cost: 1, sent: 1 });
  expect(await press(uuid.toUpperCase())).toMatchObject({
    outcome: 'refused',
    cost: 0,
    sent: 0,
    reason: { code: 'just_read' },
  });
});

test('a slow monitor is awaited like the list, and then reported as still being read', async () => {
  const { clock, upstream, server, press, uuid } = await setUp();
  await press(uuid);
  await clock.pass(MINUTE_MS);
  upstream.delay(1200);
  expect(await press(uuid)).toMatchObject({ outcome: 'read', cost: 1, sent: 1 });
  await clock.pass(MINUTE_MS);
  upstream.delay(4500);
  const begun = clock.now();
  expect(await press(uuid)).toMatchObject({ outcome: 'reading', cost: 1, sent: 1, reason: null });
  expect(clock.now() - begun).toBeLessThanOrEqual(4010);
  await clock.pass(2000);
  expect((await server.getMonitor(uuid)).body.meta).toMatchObject({ degraded: null, partial: false });
});

test('a monitor that cannot be read is tried once for all users together', async () => {
  const { clock, upstream, press, uuid } = await setUp();
  await press(uuid);
  await clock.pass(MINUTE_MS);
  upstream.failDetails(broken);
  expect(await press(uuid)).toMatchObject({
    outcome: 'failed',
    cost: 1,
    sent: 1,
    reason: { code: broken.code },
  });
  await clock.pass(3000);
  const again = await press(uuid);
  expect(again).toMatchObject({ outcome: 'refused', cost: 0, sent: 0, reason: { code: 'just_tried' } });
  expect(again.reason?.message).toMatch(/failed a moment ago.* The API returned status 500\.$/);
  await clock.pass(Date.parse(again.reason?.retry_at ?? '') - clock.now());
  upstream.failDetails(null);
  expect(await press(uuid)).toMatchObject({ outcome: 'read', cost: 1, sent: 1 });
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
      server.refresher.seen('viewer', 30);
      const reading = server.getMonitor(uuid);
      await clock.pass(5000);
      expect((await reading).body.meta).toMatchObject({ partial: true, degraded: { code: failure.code } });
      const { asOf, problem } = server.inventory.view();
      isDelayed ||= second > 60 && (problem !== null || clock.now() - asOf > 35_000);
    }
    const { detail, retry, inventory } = spent();
    expect(detail - before.detail).toBe(MINUTES);
    expect(retry - before.retry, 'only at first').toBeLessThanOrEqual(1);
    expect(inventory - before.inventory).toBeGreaterThanOrEqual(3 * 2 * (MINUTES - 1));
    expect(isDelayed).toBe(false);
    expect(server.getHealth().health.status).toBe('ok');
    expect(server.getUsage().data.access.trouble).toBeNull();
    expect(await press(uuid)).toMatchObject({ outcome: 'failed', sent: 1 });
    await clock.pass(50_000);
    expect(await press(uuid)).toMatchObject({ outcome: 'refused', sent: 0, reason: { code: 'just_tried' } });
    upstream.failDetails(null);
    await clock.pass(10_000);
    expect(await waitFor(server.readNow.monitor(uuid))).toMatchObject({ outcome: 'read', cost: 1 });
  },
);

test('users who refresh a monitor concurrently share one request, and each receives its cost', async () => {
  const { upstream, server, waitFor, uuid } = await setUp();
  const before = upstream.attempts.length;
  const answers = await Promise.all([1, 2, 3].map(() => waitFor(server.readNow.monitor(uuid))));
  for (const answer of answers) expect(answer).toMatchObject({ outcome: 'read', cost: 1 });
  expect(upstream.attempts.length - before).toBe(1);
});
