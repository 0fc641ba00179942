import { expect, test } from 'vitest';
import type { ReadNowAnswer } from '../../contract/read-now.ts';
import type { UpstreamFailure } from '../../server/errors.ts';
import { simulateOrganization } from './simulated-organization.ts';

const MINUTE_MS = 60_000;
const broken = { code: 'upstream_error', status: 500 } as const;
const rejected = { code: 'api_key_rejected' } as const;
const invented = '00000000-0000-4000-8000-000000000000';

/** A server that has read its 250 monitors (3 pages) two minutes ago, with somebody who has paused. */
async function setUp() {
  const { clock, upstream, organization, start } = simulateOrganization({});
  const served = await start();
  served.refresher.start();
  await clock.pass(MINUTE_MS);
  served.refresher.seen('somebody', 'off');
  await clock.pass(MINUTE_MS);
  /** Waits while time goes on. */
  async function pressed(answer: Promise<ReadNowAnswer>): Promise<ReadNowAnswer['data']> {
    let isDone = false;
    const settled = answer.finally(() => {
      isDone = true;
    });
    settled.catch(() => undefined);
    while (!isDone) await clock.pass(10);
    return (await settled).data;
  }
  /** What a press comes to, and how many requests really went upstream for it. */
  async function press(uuid?: string) {
    const before = upstream.attempts.length;
    const data = await pressed(uuid === undefined ? served.readNow.list() : served.readNow.monitor(uuid));
    return { ...data, sent: upstream.attempts.length - before };
  }
  /** Upstream fails once, so that it is left alone from now on. */
  async function hold(failure: UpstreamFailure): Promise<void> {
    upstream.fail(failure);
    await press();
    await clock.pass(20_000);
  }
  const monitors = organization.api.organization().monitors();
  return { clock, upstream, served, press, pressed, hold, uuid: monitors[120]?.monitor_uuid ?? '' };
}

test('the list: what was read a moment ago is said to be, and what was only tried is not', async () => {
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

  // The first page was read, but replaces nothing.
  await clock.pass(MINUTE_MS);
  upstream.fail(null);
  upstream.failPage(3, broken);
  expect(await press()).toMatchObject({ outcome: 'failed' });
  await clock.pass(3000);
  expect(await press()).toMatchObject({ outcome: 'refused', reason: { code: 'just_tried' } });
});

test('what is no monitor is refused before anything is asked, also while the key is rejected', async () => {
  const { upstream, served, press, hold, uuid } = await setUp();
  await hold(rejected);
  const before = upstream.attempts.length;
  await expect(served.readNow.monitor('not-a-uuid')).rejects.toMatchObject({
    failure: { code: 'invalid_parameter', parameter: 'uuid' },
  });
  await expect(served.readNow.monitor(invented)).rejects.toMatchObject({
    failure: { code: 'monitor_not_found' },
  });
  expect(upstream.attempts.length).toBe(before);
  expect(await press(uuid), 'their turn is not used up').toMatchObject({ outcome: 'failed', sent: 1 });
});

test('a monitor, with the key rejected: what the test whether it is let in again took is named', async () => {
  const { press, hold, uuid } = await setUp();
  await hold(rejected);
  expect(await press(uuid)).toMatchObject({
    outcome: 'failed',
    cost: 1,
    sent: 1,
    reason: { code: 'api_key_rejected' },
  });
  expect(await press(uuid), 'at once again').toMatchObject({ outcome: 'refused', cost: 0, sent: 0 });
});

test('a monitor, with the key let in again: list and monitor are read, and both are named', async () => {
  const { upstream, press, hold, uuid } = await setUp();
  await hold(rejected);
  upstream.fail(null);
  expect(await press(uuid)).toMatchObject({ outcome: 'read', cost: 4, sent: 4, reason: null });
});

test('a monitor whose reading shows that the key is rejected can be tried again as soon as the key is let in', async () => {
  const { clock, upstream, press, uuid } = await setUp();
  upstream.failDetails(rejected);
  expect(await press(uuid)).toMatchObject({ outcome: 'failed', cost: 1, sent: 1 });
  upstream.failDetails(null);
  await clock.pass(1000);
  expect(await press(uuid)).toMatchObject({ outcome: 'read', cost: 4, sent: 4 });
});

test('a monitor, with the day used up: refused with the reason, at no cost', async () => {
  const { press, hold, uuid } = await setUp();
  await hold({ code: 'daily_quota_exhausted', retryAt: null });
  expect(await press(uuid)).toMatchObject({
    outcome: 'refused',
    cost: 0,
    sent: 0,
    reason: { code: 'daily_quota_exhausted' },
  });
});

test('a monitor, with the minute used up: refused until it is over, at no cost', async () => {
  const { clock, upstream, press, uuid } = await setUp();
  upstream.fail({ code: 'rate_limited', retryAt: clock.now() + 30_000 });
  await press();
  const refused = await press(uuid);
  expect(refused).toMatchObject({ outcome: 'refused', cost: 0, sent: 0, reason: { code: 'rate_limited' } });
  expect(Date.parse(refused.reason?.retry_at ?? '')).toBeGreaterThan(clock.now());
});

test('a monitor is the same one in capital letters', async () => {
  const { press, uuid } = await setUp();
  expect(await press(uuid)).toMatchObject({ outcome: 'read', cost: 1, sent: 1 });
  expect(await press(uuid.toUpperCase())).toMatchObject({
    outcome: 'refused',
    cost: 0,
    sent: 0,
    reason: { code: 'just_read' },
  });
});

test('a monitor is waited for as the list is, and then is said to be under way', async () => {
  const { clock, upstream, served, press, uuid } = await setUp();
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
  expect((await served.getMonitor(uuid)).body.meta).toMatchObject({ degraded: null, partial: false });
});

test('a monitor that cannot be read: tried once, for everybody', async () => {
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

test('people who ask for a monitor at once share one request, and each is told of it', async () => {
  const { upstream, served, pressed, uuid } = await setUp();
  const before = upstream.attempts.length;
  const answers = await Promise.all([1, 2, 3].map(() => pressed(served.readNow.monitor(uuid))));
  for (const answer of answers) expect(answer).toMatchObject({ outcome: 'read', cost: 1 });
  expect(upstream.attempts.length - before).toBe(1);
});
