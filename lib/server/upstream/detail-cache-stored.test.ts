import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import type { LeaderTransaction } from '../storage/database.ts';
import { onBothEngines } from '../storage/engines.fixtures.ts';
import { storageOf } from '../storage/storage.fixtures.ts';
import { createStoredDetails, parseDetail, serializeDetail } from './detail-cache.ts';
import { hostileDetail } from './hostile-rows.fixtures.ts';
import { readDetail } from './schema.ts';
import { wireDetail } from './wire-monitors.fixtures.ts';

test('a stored detail is restored unchanged: what was unknown is unknown again', () => {
  fc.assert(
    fc.property(hostileDetail, (data) => {
      const uuid = String(data.monitor_uuid);
      const detail = readDetail({ data }, uuid);
      if (!detail.ok) throw new Error(detail.reason);
      const reading = { value: detail.value, asOf: 1, upstreamNow: 2 };
      expect(parseDetail(serializeDetail(reading), uuid)).toEqual(reading);
    }),
  );
});

onBothEngines((open) => {
  test('a monitor that is stored several times at once is stored', async () => {
    const database = await open();
    await database.db
      .insertInto('lease')
      .values({ name: 'crawl', holder: 'a', term: 1, expires_at: 0 })
      .execute();
    const storage = storageOf(database, createFakeClock());
    const data = wireDetail(1);
    const uuid = String(data.monitor_uuid);
    const detail = readDetail({ data }, uuid);
    if (!detail.ok) throw new Error(detail.reason);
    let written = 0;
    const asLeader: LeaderTransaction = async (run) => {
      const result = await storage.asLeader(run);
      written += 1;
      return result;
    };
    const details = createStoredDetails({ ...storage, asLeader });
    for (const asOf of [1, 2, 3, 4, 5]) details.save(uuid, { value: detail.value, asOf, upstreamNow: asOf });
    await expect.poll(() => written).toBe(5);
    expect(await details.load(uuid)).toMatchObject({ value: { monitor_uuid: uuid } });
    await storage.close();
    expect(storage.problem()).toBeNull();
  });
});
