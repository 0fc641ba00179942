/**
 * Measures what a shared database costs: GET /api/monitors of a signed-in user with PostgreSQL, compared with SQLite. Needs a
 * build (`npm run build`).
 */
import { startPostgres } from '../../lib/demo/postgres-server.ts';
import type { RunningServer } from '../support/products/server-process.ts';
import { signedIn, withPassword } from '../support/sign-in/password.ts';
import { median, printFigure } from './figures.ts';
import { type Load, loadFor } from './load.ts';
import { startProduct } from './start-product.ts';

const ROUNDS = 11;
const ROUND_MS = 1500;
const WARM_UP_MS = 4000;
const GOAL = 0.95;

/** Measures in alternating rounds, prints the median of each round's ratio. */
export async function benchReplicas(): Promise<void> {
  const database = await startPostgres();
  const running: RunningServer[] = [];
  const start = async (more: Record<string, string>): Promise<Load> => {
    const env = { ...withPassword, ...more };
    const signIn = async (url: string) => ({ Cookie: await signedIn({ url }) });
    const origin = await startProduct(running, { monitors: 1000, env, signIn });
    return { origin, paths: ['/api/monitors'], headers: await signIn(origin), status: 200 };
  };
  try {
    console.log('\nReplicas that share a database');
    const withSqlite = await start({});
    const withPostgres = await start({
      SIGHTLINE_DATABASE_URL: database.url(),
      SIGHTLINE_SESSION_SECRETS: 'a secret of the benchmark 0123456789',
    });
    const ratios: number[] = [];
    for (const load of [withSqlite, withPostgres]) await loadFor(load, WARM_UP_MS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { perSecond: first } = await loadFor(round % 2 === 0 ? withSqlite : withPostgres, ROUND_MS);
      const { perSecond: second } = await loadFor(round % 2 === 0 ? withPostgres : withSqlite, ROUND_MS);
      ratios.push(round % 2 === 0 ? second / first : first / second);
    }
    const ratio = median(ratios);
    printFigure('GET /api/monitors, with PostgreSQL / with SQLite', ratio.toFixed(2), {
      text: `≥ ${GOAL}`,
      met: ratio >= GOAL,
    });
  } finally {
    await Promise.all(running.map((one) => one.stop()));
    await database.remove();
  }
}
