import { isDeepStrictEqual } from 'node:util';
import { expect } from '@playwright/test';
import { LIST_FIELDS } from '../../lib/reference-api/fixture.ts';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { seeded } from '../../lib/testing/simulate/random.ts';
import { ask, type Fields } from '../support/http/read.ts';
import { test } from '../support/products/fixtures.ts';
import type { Product } from '../support/products/product.ts';
import { startReplicas } from '../support/replicas/replicas.ts';
import { signedIn, withPassword } from '../support/sign-in/password.ts';

/** `SIGHTLINE_TEST_KILLS` sets another number, for trying the test. */
const TIMES = Number(process.env.SIGHTLINE_TEST_KILLS ?? 50);
const MONITORS = 250;
const STOPPED_MS = 30_000;

// It takes half an hour on an idle machine. This limit only ends a test that hangs, before the nightly workflow ends.
test.setTimeout(90 * 60_000);

/**
 * Sends a request to a replica as a signed-in user. Its connections break when the replica is killed, or continues
 * after a stop.
 *
 * @returns null when the connection breaks, there is no response for 10 s, or the replica has nothing to show yet
 * @throws Error for any other status than 200, above all when the user is signed out
 */
async function askSignedIn(url: string, cookie: string): Promise<string | null> {
  const response = await ask(url, {
    headers: { Cookie: cookie, 'sightline-refresh': 'on' },
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null);
  if (response === null || response.status === 503) return null;
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${response.text}`);
  return response.text;
}

/** Returns all rows that a replica serves to a signed-in user; null when it serves none. */
async function rowsOf(replica: Product, cookie: string): Promise<Fields[] | null> {
  const rows: Fields[] = [];
  for (let page = 1; page <= Math.ceil(MONITORS / 100); page += 1) {
    const url = `${replica.url}/api/monitors?sort=created_at&per_page=100&page=${page}`;
    const text = await askSignedIn(url, cookie);
    if (text === null) return null;
    rows.push(...JSON.parse(text).data);
  }
  return rows;
}

function pick(row: Fields): Fields {
  return Object.fromEntries(LIST_FIELDS.map((field) => [field, row[field]]));
}

test(`${TIMES} random kills and stops of replicas: no wrong row, no 429, nobody signed out, no more than 20 s without a leader`, async () => {
  const set = await startReplicas({
    api: { monitors: MONITORS, limits: { minute: 60, daily: 100_000, monthly: 1_000_000 } },
    env: withPassword,
  });
  const { referenceApi, replicas } = set;
  const random = seeded(propertySeed);
  const cookie = await signedIn(replicas[0] ?? { url: '' });
  const expected = new Map(
    referenceApi.api
      .organization()
      .monitors()
      .map((monitor) => [monitor.monitor_uuid, pick({ ...monitor })]),
  );
  let running = [...replicas];

  /** The monitor that is renamed each time, so that an older list differs from a newer one. */
  const renamed = [...expected.keys()][0] ?? '';
  /** The newest name that each replica has shown. */
  const shown = new Map<Product, number>();

  /**
   * Reads all rows of a replica.
   *
   * @returns the name of the renamed monitor; null when the replica serves nothing
   * @throws Error for a wrong or missing row, and for an older list than the replica had shown before
   */
  async function readRows(replica: Product): Promise<number | null> {
    const shownBefore = shown.get(replica) ?? 0;
    const rows = await rowsOf(replica, cookie);
    if (rows === null) return null;
    const byUuid = new Map(rows.map((row) => [row.monitor_uuid, pick(row)]));
    const name = Number(byUuid.get(renamed)?.name);
    const isRight = ([uuid, row]: [unknown, Fields]) =>
      isDeepStrictEqual(byUuid.get(uuid), uuid === renamed ? { ...row, name: String(name) } : row);
    const wrong = [...expected].filter((entry) => !isRight(entry)).map(([uuid]) => byUuid.get(uuid) ?? uuid);
    if (wrong.length > 0 || rows.length !== expected.size || !(name >= shownBefore)) {
      throw new Error(
        `${replica.url}: ${rows.length} rows, name ${name} after ${shownBefore}: ${JSON.stringify(wrong)}`,
      );
    }
    shown.set(replica, Math.max(name, shown.get(replica) ?? 0));
    return name;
  }

  async function expectRightRows(): Promise<void> {
    for (const replica of running) await expect.poll(() => readRows(replica)).not.toBeNull();
  }

  /** The results of a viewer who sends requests to all replicas all the time. */
  const viewer = { lists: 0, refused: 0, problems: [] as unknown[] };
  let hasEnded = false;
  async function view(): Promise<void> {
    while (!hasEnded) {
      for (const result of await Promise.allSettled(running.map(readRows))) {
        if (result.status === 'rejected') viewer.problems.push(result.reason);
        else if (result.value === null) viewer.refused += 1;
        else viewer.lists += 1;
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  function rename(time: number): void {
    const { updated_at = '' } = expected.get(renamed) ?? {};
    referenceApi.api
      .organization()
      .editMonitor(renamed, { name: String(time), updated_at: String(updated_at) });
  }

  const leads = async ({ url }: Product) => {
    const text = await askSignedIn(`${url}/api/usage`, cookie);
    return text !== null && JSON.parse(text).data.replicas.leads === true;
  };

  /** Prints the state and the logs of the replicas, because a failure after an hour is hard to reproduce. */
  async function report(time: number, what: string, victim: Product): Promise<void> {
    console.log(`round ${time + 1}: ${victim.url} was ${what}; ${referenceApi.requests()} requests`);
    for (const replica of running) {
      const text = await askSignedIn(`${replica.url}/api/usage`, cookie);
      console.log(replica.url, 'shows', shown.get(replica), text);
      const lines = replica.logs().split('\n');
      console.log(
        lines
          .filter((line) => !line.includes('"msg":"request"'))
          .slice(-40)
          .join('\n'),
      );
    }
  }

  rename(0);
  referenceApi.api.inject({ kind: 'delay', ms: 200 });
  // The first list may be older.
  await expect
    .poll(async () => {
      const all = await Promise.all(running.map((replica) => rowsOf(replica, cookie)));
      return all.every((rows) => rows?.some(({ name }) => name === '0'));
    })
    .toBe(true);

  await expectRightRows();
  const viewing = view();
  for (let time = 0; time < TIMES; time += 1) {
    const victim = running[Math.floor(random() * running.length)];
    if (!victim) throw new Error('no replica runs');
    const isKill = random() < 0.5;
    running = running.filter((replica) => replica !== victim);
    if (isKill) await victim.kill();
    else victim.signal('SIGSTOP');
    rename(time + 1);
    const requests = referenceApi.requests();
    await expect.poll(async () => (await Promise.all(running.map(leads))).filter(Boolean).length).toBe(1);
    await expectRightRows();
    // The other replicas continue to read, whichever was hit.
    await expect
      .poll(async () => {
        await expectRightRows();
        return referenceApi.requests();
      })
      .toBeGreaterThan(requests);
    if (isKill) running.push(await set.add());
    else {
      await new Promise((resolve) => setTimeout(resolve, STOPPED_MS));
      victim.signal('SIGCONT');
      running.push(victim);
    }
    await expectRightRows();
    for (const replica of running) {
      await expect
        .poll(() => readRows(replica))
        .toBe(time + 1)
        .catch(async (error: unknown) => {
          await report(time, isKill ? 'killed' : 'stopped', victim);
          throw error;
        });
    }
    expect(referenceApi.responses(429), `after ${time + 1}`).toBe(0);
    expect(viewer.problems, `after ${time + 1}`).toEqual([]);
    if ((time + 1) % 10 === 0) console.log(`  ${time + 1} of ${TIMES}`);
  }
  hasEnded = true;
  await viewing;
  console.log(
    `  seed ${propertySeed}: ${referenceApi.requests()} requests, ${referenceApi.mostInFlight()} at the same time; ` +
      `the viewer read ${viewer.lists} lists and was refused ${viewer.refused} times`,
  );
  expect(viewer.problems).toEqual([]);
  expect(viewer.lists).toBeGreaterThan(10 * TIMES);
  expect(referenceApi.mostInFlight()).toBeLessThanOrEqual(4);
  await set.stop();
});
