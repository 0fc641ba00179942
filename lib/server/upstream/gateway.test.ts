import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { createFakeClient } from '@/lib/server/upstream/client.fixtures';
import { wireDetail } from '@/lib/server/upstream/wire-monitors.fixtures';
import type { UpstreamFailure } from '../errors';
import { createQuotaLedger } from '../quota/quota-ledger';
import { createRequestQueue } from '../quota/request-queue';
import type { RequestEvent } from '../quota/upstream-request';
import { createGateway } from './gateway';
import { readDetail } from './schema';

const plenty = {
  rateLimitLimit: 60,
  rateLimitRemaining: 50,
  rateLimitReset: 60,
  dailyLimit: 5000,
  dailyRemaining: 4000,
  monthlyLimit: 100_000,
  monthlyRemaining: 90_000,
};

function setup(beforeSending?: () => Promise<UpstreamFailure | null>) {
  const clock = createFakeClock();
  const raw = wireDetail(1);
  const read = readDetail({ data: raw }, String(raw.monitor_uuid));
  if (!read.ok) throw new Error('the fixture must be readable');
  const client = createFakeClient(read.value);
  const ledger = createQuotaLedger({ clock, random: () => 0 });
  const events: RequestEvent[] = [];
  const recorded: (string | null)[] = [];
  const recordAttempt = (failure: UpstreamFailure | null) => recorded.push(failure?.code ?? null);
  const report = (event: RequestEvent) => events.push(event);
  const queue = createRequestQueue({ ledger, clock, report });
  const gateway = createGateway({
    client,
    queue,
    ledger,
    clock,
    random: () => 0,
    recordAttempt,
    report,
    ...(beforeSending && { beforeSending }),
  });
  const trace = () => events.map(({ kind, purpose }) => `${kind} ${purpose}`);
  return { clock, client, ledger, gateway, trace, recorded, uuid: String(raw.monitor_uuid) };
}

/** Reports large remaining counts to the ledger, so that it admits more than one request in flight. */
async function warm(parts: ReturnType<typeof setup>): Promise<void> {
  const first = parts.gateway.listPage({ page: 1, per_page: 100 }, 'inventory');
  await parts.clock.pass(0);
  parts.client.answer({ usage: plenty });
  await first;
}

test('a value has the time when its last request was sent, when it arrived, and the time of the API, which may be behind', async () => {
  const parts = setup();
  const { gateway, client, clock } = parts;
  for (let count = 0; count < 10; count += 1) await warm(parts);
  const page = gateway.listPage({ page: 1, per_page: 100 }, 'inventory');
  await clock.pass(0);
  client.answer({ failure: { code: 'upstream_error', status: 503 } });
  await clock.pass(250);
  const sentAt = clock.now();
  clock.advance(5000);
  const date = clock.now() - 86_400_000;
  client.answer({ usage: plenty, date });
  expect(await page).toMatchObject({ sentAt, asOf: sentAt + 5000, upstreamNow: date });
});

test.each(['inventory', 'probe', 'list', 'detail'] as const)(
  'row 34: a request (%s) is sent only after it is recorded in the database',
  async (purpose) => {
    const written = Promise.withResolvers<null>();
    const { gateway, client, clock, uuid } = setup(() => written.promise);
    const answer =
      purpose === 'detail' ? gateway.monitor(uuid) : gateway.listPage({ page: 1, per_page: 100 }, purpose);
    await clock.pass(1000);
    expect(client.asked).toEqual([]);
    written.resolve(null);
    await clock.pass(0);
    expect(client.asked).toHaveLength(1);
    client.answer({ usage: plenty });
    await answer;
  },
);

test('row 39: a request that must not be sent uses no quota and does not change the state of the API', async () => {
  const { gateway, client, clock, uuid, ledger, recorded } = setup(async () => ({
    code: 'storage_unreachable',
  }));
  const refused = expect(gateway.monitor(uuid)).rejects.toThrow('storage_unreachable');
  await clock.pass(1000);
  await refused;
  expect(client.asked).toEqual([]);
  expect(recorded).toEqual([]);
  expect(ledger.current().inFlight).toMatchObject({ requests: [], unconfirmed: [] });
});

test('requests for pages are never shared: a crawl needs a response that was requested after it began', async () => {
  const parts = setup();
  await warm(parts);
  const pages = (['list', 'inventory', 'inventory'] as const).map((purpose) =>
    parts.gateway.listPage({ page: 1, per_page: 100 }, purpose),
  );
  await parts.clock.pass(0);
  expect(parts.client.asked).toEqual(['list 1', 'list 1', 'list 1']);
  for (const _ of pages) parts.client.answer();
  expect(new Set(await Promise.all(pages)).size).toBe(3);
});

test.each([
  ['probe', plenty, ['sent probe', 'sent inventory']],
  ['list', plenty, ['sent list', 'sent list']],
  ['list', { ...plenty, rateLimitRemaining: 3, rateLimitReset: 30 }, ['sent list', 'sent inventory']],
] as const)(
  'the first page of a crawl has its purpose (%s), the others only as far as admitted',
  async (purpose, usage, sent) => {
    const parts = setup();
    const { gateway, client, clock, trace } = parts;
    await warm(parts);
    for (const page of [1, 2]) {
      const reading = gateway.listPage({ page, per_page: 100 }, purpose);
      await clock.pass(page === 1 ? 0 : 64_000);
      client.answer({
        usage: page === 1 ? { ...usage, rateLimitRemaining: usage.rateLimitRemaining - 1 } : plenty,
      });
      await reading;
    }
    expect(
      trace()
        .filter((event) => event.startsWith('sent'))
        .slice(1),
    ).toEqual(sent);
  },
);

test('the caller is notified of each request sent for a monitor, but not of a denied one', async () => {
  const parts = setup();
  const { gateway, client, clock, uuid } = parts;
  for (let count = 0; count < 10; count += 1) await warm(parts);
  let sent = 0;
  const onSent = () => {
    sent += 1;
  };
  const failing = expect(gateway.monitor(uuid, { onSent })).rejects.toThrow('api_key_rejected');
  await clock.pass(0);
  expect(sent).toBe(1);
  client.answer({ failure: { code: 'upstream_error', status: 503 } });
  await clock.pass(1000);
  client.answer({ failure: { code: 'api_key_rejected' } });
  await failing;
  expect(sent, 'including the retry').toBe(2);
  await gateway.monitor(uuid, { onSent }).catch(() => undefined);
  expect(sent).toBe(2);
});

test('row 7: a transient failure is retried at most once, and only for one request in ten', async () => {
  const parts = setup();
  const { gateway, client, clock, trace, ledger } = parts;
  for (let count = 0; count < 10; count += 1) await warm(parts);
  const failing = gateway.listPage({ page: 1, per_page: 100 }, 'list').catch((error: unknown) => error);
  await clock.pass(0);
  client.answer({ failure: { code: 'upstream_error', status: 503 } });
  await clock.pass(1000);
  client.answer({ failure: { code: 'upstream_error', status: 503 } });
  expect(await failing).toMatchObject({ failure: { code: 'upstream_error' } });
  expect(trace().slice(-5)).toEqual([
    'sent list',
    'failed list',
    'retried list',
    'sent retry',
    'failed list',
  ]);
  expect(ledger.retryAllowed()).toBe(false);
});

test('row 7: a request is retried once, also where more retries are allowed', async () => {
  const parts = setup();
  const { gateway, client, clock, trace, ledger } = parts;
  for (let count = 0; count < 40; count += 1) await warm(parts);
  const failing = gateway.listPage({ page: 1, per_page: 100 }, 'list').catch((error: unknown) => error);
  for (const wait of [0, 1000]) {
    await clock.pass(wait);
    client.answer({ failure: { code: 'upstream_error', status: 503 } });
  }
  await clock.pass(60_000);
  expect(trace().filter((event) => event === 'sent retry')).toHaveLength(1);
  expect(ledger.retryAllowed()).toBe(true);
  await failing;
});

test('a failure that is not transient is not retried', async () => {
  const parts = setup();
  for (let count = 0; count < 10; count += 1) await warm(parts);
  const failing = parts.gateway.listPage({ page: 1, per_page: 100 }, 'list').catch((error: unknown) => error);
  await parts.clock.pass(0);
  parts.client.answer({ failure: { code: 'upstream_error', status: 500 } });
  await failing;
  await parts.clock.pass(5000);
  expect(parts.client.asked).toEqual([]);
});

test('the result of each attempt is passed to recordAttempt', async () => {
  const parts = setup();
  await warm(parts);
  const { gateway, client, clock, recorded, uuid } = parts;
  const rejected = expect(gateway.monitor(uuid)).rejects.toThrow('api_key_rejected');
  await clock.pass(0);
  client.answer({ failure: { code: 'api_key_rejected' } });
  await rejected;
  expect(recorded).toEqual([null, 'api_key_rejected']);
  expect(gateway.upstreamState()).toBe('failing');
});

test('row 20, row 72: a 403 for a page after page 1 does not affect access', async () => {
  const parts = setup();
  await warm(parts);
  const { gateway, client, clock, recorded, ledger } = parts;
  for (const number of [4, 1]) {
    const page = gateway.listPage({ page: number, per_page: 100 }, 'inventory');
    const denied = expect(page).rejects.toThrow('access_denied');
    await clock.pass(0);
    client.answer({ failure: { code: 'access_denied' } });
    await denied;
    expect(ledger.decide('detail').kind).toBe(number > 1 ? 'admit' : 'deny');
  }
  expect(recorded).toEqual([null, 'access_denied']);
});
