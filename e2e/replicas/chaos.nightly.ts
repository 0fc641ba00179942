import { expect } from '@playwright/test';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { seeded } from '../../lib/testing/simulate/random.ts';
import { listFields } from '../support/list-fields.ts';
import { signedIn, statusWith, withPassword } from '../support/password.ts';
import type { Product } from '../support/product.ts';
import { ask, type Fields } from '../support/read.ts';
import { startReplicas, replicasTest as test } from '../support/replicas.ts';

const TIMES = 50;
const MONITORS = 250;
const STOPPED_MS = 30_000;

// Half an hour on an idle machine; this only ends what hangs, before the workflow of the night ends.
test.setTimeout(90 * 60_000);

/**
 * Asks like a balancer: once more when the connection breaks. A replica that was stopped closes the idle connections of the
 * meantime when it goes on.
 */
async function askAgain(...request: Parameters<typeof ask>): ReturnType<typeof ask> {
  return ask(...request).catch(() => ask(...request));
}

/** All rows that a replica serves to a signed-in user; null when it serves none. */
async function rowsOf(replica: Product, cookie: string): Promise<Fields[] | null> {
  const rows: Fields[] = [];
  for (let page = 1; page <= Math.ceil(MONITORS / 100); page += 1) {
    const url = `${replica.url}/api/monitors?sort=created_at&per_page=100&page=${page}`;
    const { status, text } = await askAgain(url, { headers: { Cookie: cookie, 'sightline-refresh': '15' } });
    if (status !== 200) return null;
    rows.push(...JSON.parse(text).data);
  }
  return rows;
}

function pick(row: Fields): Fields {
  return Object.fromEntries(listFields.map((field) => [field, row[field]]));
}

test('50 random kills and stops of replicas: no wrong row, no 429, nobody signed out, no more than 20 s without a leader', async () => {
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

  async function expectRightRows(): Promise<void> {
    for (const replica of running) {
      const status = () => statusWith(replica, cookie).catch(() => null);
      await expect.poll(status, { timeout: 30_000 }).toBe(200);
      const rows = ((await rowsOf(replica, cookie)) ?? []).map(pick);
      const name = rows.find(({ monitor_uuid }) => monitor_uuid === renamed)?.name;
      expect(Number(name), 'never an older list').toBeGreaterThanOrEqual(shown.get(replica) ?? 0);
      shown.set(replica, Number(name));
      // One comparison for all rows: Playwright remembers each until the test ends.
      const shownRows = new Map(rows.map((row) => [row.monitor_uuid, row]));
      expect(shownRows).toEqual(new Map([...expected, [renamed, { ...expected.get(renamed), name }]]));
    }
  }

  function rename(time: number): void {
    const { updated_at = '' } = expected.get(renamed) ?? {};
    referenceApi.api
      .organization()
      .editMonitor(renamed, { name: String(time), updated_at: String(updated_at) });
  }

  const leads = async ({ url }: Product) => {
    const { text } = await askAgain(`${url}/api/usage`, { headers: { Cookie: cookie } });
    return JSON.parse(text).data?.replicas.leads === true;
  };

  /** Prints what the replicas know and have logged, because a failure after an hour cannot be repeated at will. */
  async function report(time: number, what: string, victim: Product): Promise<void> {
    console.log(`round ${time + 1}: ${victim.url} was ${what}; ${referenceApi.requests()} requests`);
    for (const replica of running) {
      const { text } = await askAgain(`${replica.url}/api/usage`, { headers: { Cookie: cookie } });
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
  // The first list may have been read before.
  await expect
    .poll(
      async () => {
        const all = await Promise.all(running.map((replica) => rowsOf(replica, cookie)));
        return all.every((rows) => rows?.some(({ name }) => name === '0'));
      },
      { timeout: 60_000 },
    )
    .toBe(true);

  await expectRightRows();
  for (let time = 0; time < TIMES; time += 1) {
    const victim = running[Math.floor(random() * running.length)];
    if (!victim) throw new Error('no replica runs');
    const isKill = random() < 0.5;
    running = running.filter((replica) => replica !== victim);
    if (isKill) await victim.kill();
    else victim.signal('SIGSTOP');
    rename(time + 1);
    const requests = referenceApi.requests();
    await expect
      .poll(async () => (await Promise.all(running.map(leads))).filter(Boolean).length, { timeout: 20_000 })
      .toBe(1);
    await expectRightRows();
    // The others go on reading, whichever was hit.
    await expect
      .poll(
        async () => {
          await expectRightRows();
          return referenceApi.requests();
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(requests);
    if (isKill) running.push(await set.add());
    else {
      await new Promise((resolve) => setTimeout(resolve, STOPPED_MS));
      victim.signal('SIGCONT');
      running.push(victim);
    }
    await expectRightRows();
    for (const replica of running) {
      const newest = async () => {
        await rowsOf(replica, cookie).then((rows) => {
          const name = rows?.find(({ monitor_uuid }) => monitor_uuid === renamed)?.name;
          if (name !== undefined) shown.set(replica, Number(name));
        });
        return shown.get(replica);
      };
      await expect
        .poll(newest, { timeout: 60_000 })
        .toBe(time + 1)
        .catch(async (error: unknown) => {
          await report(time, isKill ? 'killed' : 'stopped', victim);
          throw error;
        });
    }
    expect(referenceApi.responses(429), `after ${time + 1}`).toBe(0);
    if ((time + 1) % 10 === 0) console.log(`  ${time + 1} of ${TIMES}`);
  }
  console.log(
    `  seed ${propertySeed}: ${referenceApi.requests()} requests, ${referenceApi.mostInFlight()} at the same time`,
  );
  expect(referenceApi.mostInFlight()).toBeLessThanOrEqual(4);
  await set.stop();
});
