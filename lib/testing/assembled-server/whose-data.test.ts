import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createReferenceApi } from '../../reference-api/api.ts';
import { systemClock } from '../../server/clock.ts';
import { isFailure } from '../../server/errors.ts';
import { noPostgres } from '../../server/storage/engines.fixtures.ts';
import { seeded } from '../simulate/random.ts';
import { createSimulatedUpstream } from '../simulate/upstream.ts';
import { setUpReplicas } from './replica-set.ts';

const broken = { code: 'upstream_error', status: 503 } as const;

type Server = Awaited<ReturnType<Awaited<ReturnType<typeof setUpReplicas>>['start']>>;

/** Returns what a request is answered with, or its failure. */
const answerTo = (request: Promise<unknown>) =>
  request.catch((error: unknown) => (isFailure(error) ? error.failure : Promise.reject(error)));

const changesQuery = { limit: 50, kind: [], type: [], region: [] };
const changesOf = async (server: Server) => (await server.listChanges(changesQuery)).body.data;

describe.each([
  { engine: 'SQLite', isMissing: false },
  { engine: 'PostgreSQL', isMissing: noPostgres },
])('$engine', ({ engine, isMissing }) => {
  /** A process with the old key has read the list, a person has opened a monitor, and the monitor went down. */
  async function setUp() {
    const dataDirectory = engine === 'SQLite' ? mkdtempSync(join(tmpdir(), 'sightline-data-')) : null;
    const { organization, upstream, start, isWhole } = await setUpReplicas({ dataDirectory });
    const own = organization.api.organization();
    const uuids = own.monitors().map(({ monitor_uuid }) => monitor_uuid);
    const [uuid = '', otherUuid = ''] = uuids;
    const first = await start('old');
    await expect.poll(() => isWhole(first)).toBe(true);
    own.editMonitor(uuid, { last_status: 'down', last_check_at: new Date().toISOString() });
    await expect
      .poll(async () => {
        first.refresher.readNow();
        return (await changesOf(first)).map(({ kind }) => kind);
      })
      .toContain('down');
    await first.getMonitor(otherUuid);
    const past = {
      rows: (await first.list()).data,
      changes: await changesOf(first),
      usage: first.usage().history.slice(0, 1),
      detail: (await first.getMonitor(uuid)).body.data,
    };
    const details = () => first.storage.read((db) => db.selectFrom('detail').select('uuid').execute());
    await expect.poll(details).toHaveLength(2);
    await first.end();
    /** Expects that no response shows anything of the organization. */
    async function expectNothingShown(server: Server): Promise<void> {
      const requests = [server.list(), server.listChanges(changesQuery), server.getMonitor(otherUuid)];
      const answers = JSON.stringify(await Promise.all(requests.map(answerTo)));
      expect(uuids.filter((one) => answers.includes(one))).toEqual([]);
      expect(server.usage().history.length, 'of the usage').toBeLessThanOrEqual(2);
    }
    return { upstream, start, isWhole, past, uuid, expectNothingShown };
  }

  test.skipIf(isMissing)(
    "row 98: with the organization's new key nothing is shown before a page was read, and then everything",
    async () => {
      const { upstream, start, isWhole, past, uuid, expectNothingShown } = await setUp();
      upstream.fail(broken);
      const next = await start('new');
      await expectNothingShown(next);
      expect(next.usage().daily.limit, 'the quota').toBeNull();
      expect(next.usage().storage.set_aside).toEqual({ name: null, reason: 'unproven' });
      upstream.fail(null);
      await expect
        .poll(() => {
          next.refresher.readNow();
          return isWhole(next);
        })
        .toBe(true);
      expect((await next.list()).data).toEqual(past.rows);
      await expect.poll(() => changesOf(next)).toEqual(past.changes);
      expect(next.usage().history).toEqual(expect.arrayContaining(past.usage));
      expect(next.usage().storage.set_aside).toBeNull();
      upstream.fail(broken);
      expect((await next.getMonitor(uuid)).body.data, 'opened with the old key').toEqual(past.detail);
      await next.end();
      // From now on the data belongs to the new key.
      expect((await (await start('new')).list()).data).toEqual(past.rows);
    },
  );

  test.skipIf(isMissing)("row 21, row 99: another organization's key shows none of the data", async () => {
    const { start, isWhole, expectNothingShown } = await setUp();
    const api = createReferenceApi({
      clock: systemClock.now,
      organizations: [
        { name: 'Theirs', keys: [{ key: 'theirs' }], monitors: { count: 20, seed: 2, alive: false } },
      ],
    });
    const theirs = createSimulatedUpstream({ api, key: 'theirs', clock: systemClock, random: seeded(1) });
    const server = await start('theirs', undefined, theirs.client);
    await expect.poll(() => isWhole(server)).toBe(true);
    await expectNothingShown(server);
    expect((await server.list()).data).toHaveLength(20);
    expect(await changesOf(server)).toEqual([]);
    expect(server.usage().storage.set_aside?.reason).toBe('other_organization');
  });
});
