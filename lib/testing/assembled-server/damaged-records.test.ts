import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { Tables } from '../../server/storage/database.ts';
import { simulateOrganization } from './simulated-organization.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The interval of crawls without viewers. */
const IDLE_MS = 15 * MINUTE_MS;
const PAGES = 3;

/** Changes the text of a record. */
async function change(db: Kysely<Tables>, record: string, to: (text: string) => string): Promise<void> {
  if (record === 'snapshot') {
    const { status } = await db.selectFrom('snapshot').select('status').executeTakeFirstOrThrow();
    await db
      .updateTable('snapshot')
      .set({ status: to(status) })
      .execute();
  } else if (record === 'detail') {
    const { body } = await db.selectFrom('detail').select('body').executeTakeFirstOrThrow();
    await db
      .updateTable('detail')
      .set({ body: to(body) })
      .execute();
  } else if (record !== 'none') {
    const rows = db.selectFrom('state').select('value').where('key', '=', record);
    const { value } = await rows.executeTakeFirstOrThrow();
    await db
      .updateTable('state')
      .set({ value: to(value) })
      .where('key', '=', record)
      .execute();
  }
}

/**
 * Creates the database of a server that has stopped. According to its clock it ran for two weeks; it has read everything
 * once, and a viewer has opened a monitor a minute before the end.
 */
async function stoppedServer() {
  const parts = simulateOrganization({});
  const { clock, start } = parts;
  const first = await start();
  first.refresher.start();
  await clock.pass(MINUTE_MS);
  first.refresher.stop();
  await first.stored();
  clock.advance(14 * DAY_MS);

  const second = await start();
  second.refresher.start();
  await clock.pass(1000);
  const body = await second.list();
  const uuid = body.data[0]?.monitor_uuid ?? '';
  await second.open(uuid);
  await clock.pass(MINUTE_MS);
  second.refresher.stop();
  await second.stored();
  return { ...parts, uuid, asOf: body.meta.as_of, spent: second.getUsage().data.spent_here };
}

/** Starts refreshing. Without viewers the next crawl begins when it is due, or at once, and there are no additional ones. */
async function expectOneCrawl(
  { clock, upstream }: Awaited<ReturnType<typeof stoppedServer>>,
  { refresher }: Awaited<ReturnType<ReturnType<typeof simulateOrganization>['start']>>,
): Promise<void> {
  const before = upstream.attempts.length;
  refresher.start();
  await clock.pass(IDLE_MS);
  const sent = upstream.attempts.length - before;
  expect(sent).toBeGreaterThanOrEqual(PAGES);
  expect(sent).toBeLessThanOrEqual(2 * PAGES);
  refresher.stop();
}

const records = ['ledger', 'access', 'crawl', 'snapshot', 'detail'];
/** Kinds of damage, applied to the text of a record. */
const damages: Record<string, (text: string) => string> = {
  'of a newer version': () => '{"version":99}',
  damaged: () => 'nonsense',
  'with an impossible time': (text) =>
    text.replace(/"(asOf|startedAt|wall|snapshotAt|attemptedAt)":[\d.]+/, '"$1":9e15'),
};
const cases = records.flatMap((record) => Object.keys(damages).map((damage) => ({ record, damage })));

for (const { record, damage } of [{ record: 'none', damage: 'damaged' }, ...cases]) {
  // Unit tests of the records show that a newer version is left alone.
  const details = { tags: damage === 'of a newer version' ? ['deep' as const] : [] };
  test(
    `row 75: started with the record ${record} ${damage}, the others are still used correctly`,
    details,
    async () => {
      const stopped = await stoppedServer();
      const { clock, opened, upstream, start, uuid, asOf, spent } = stopped;
      const isDamaged = (name: string) => name === record;
      await change((await opened).db, record, (text) => damages[damage]?.(text) ?? '');
      upstream.fail({ code: 'upstream_unreachable', reason: 'refused' });
      const server = await start();

      // The readable records are used.
      if (!isDamaged('ledger')) expect(server.getUsage().data.spent_here).toEqual(spent);
      if (isDamaged('snapshot')) {
        await expect(server.list(), 'nothing has been read').rejects.toMatchObject({
          failure: { code: 'not_ready' },
        });
      } else {
        const body = await server.list();
        expect(body.meta).toMatchObject({ as_of: asOf, inventory: { state: 'complete', read: 250 } });
        const detail = await server.open(uuid);
        expect(detail.meta.partial).toBe(isDamaged('detail'));
      }
      upstream.fail(null);
      // From now on there are no viewers.
      await clock.pass(3 * MINUTE_MS);

      await expectOneCrawl(stopped, server);
      const after = await server.list();
      expect(after.meta).toMatchObject({ degraded: null, inventory: { state: 'complete', read: 250 } });
      expect(Date.parse(after.meta.as_of)).toBeGreaterThan(Date.parse(asOf));
    },
  );
}

test.each([
  ['two days back', -2 * DAY_MS],
  ['a year ahead', 365 * DAY_MS],
])(
  'row 75: started with the wall clock %s, the list is read no later than it is due',
  async (_where, byMs) => {
    const stopped = await stoppedServer();
    stopped.clock.jump(byMs);
    await expectOneCrawl(stopped, await stopped.start());
  },
);
