/**
 * Measures what a shared database costs: GET /api/monitors of a signed-in user with PostgreSQL, compared with SQLite. Needs a
 * build (`npm run build`).
 */
import { startPostgres } from '../../lib/demo/postgres-server.ts';
import { hashPassword } from '../../lib/server/auth/password-hash.ts';
import type { RunningServer } from '../support/products/server-process.ts';
import { password, signIn } from './gate-bench.ts';
import { type Load, loadFor } from './load.ts';
import { median } from './quantiles.ts';
import { printFigure } from './report.ts';
import { startProduct } from './start-product.ts';

const ROUNDS = 11;
const ROUND_MS = 1500;
const WARM_UP_MS = 4000;
const GOAL = 0.95;

export async function benchReplicas(): Promise<void> {
  const database = await startPostgres();
  try {
    console.log('\nReplicas that share a database');
    await compare(database.url());
  } finally {
    await database.remove();
  }
}

/** Measures in alternating rounds, prints the median of each round's ratio. */
async function compare(databaseUrl: string): Promise<void> {
  const running: RunningServer[] = [];
  try {
    const env = { SIGHTLINE_AUTH: 'password', SIGHTLINE_PASSWORD_HASH: await hashPassword(password) };
    const shared = {
      ...env,
      SIGHTLINE_DATABASE_URL: databaseUrl,
      SIGHTLINE_SESSION_SECRETS: 'a secret of the benchmark 0123456789',
    };
    const alone = await startProduct(running, { monitors: 1000, env, signIn });
    const replica = await startProduct(running, { monitors: 1000, env: shared, signIn });
    const plain = { paths: ['/api/monitors'], status: 200 };
    const without: Load = { ...plain, origin: alone, headers: await signIn(alone) };
    const withPostgres: Load = { ...plain, origin: replica, headers: await signIn(replica) };
    const ratios: number[] = [];
    for (const load of [without, withPostgres]) await loadFor(load, WARM_UP_MS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { perSecond: first } = await loadFor(round % 2 === 0 ? without : withPostgres, ROUND_MS);
      const { perSecond: second } = await loadFor(round % 2 === 0 ? withPostgres : without, ROUND_MS);
      ratios.push(round % 2 === 0 ? second / first : first / second);
    }
    const ratio = median(ratios);
    printFigure('GET /api/monitors, with PostgreSQL / with SQLite', ratio.toFixed(2), {
      text: `≥ ${GOAL}`,
      met: ratio >= GOAL,
    });
  } finally {
    await Promise.all(running.map((one) => one.stop()));
  }
}
