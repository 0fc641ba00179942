/**
 * Measures what sharing through Redis costs: admission with three replicas contending, and GET /api/monitors of a
 * signed-in user, compared with one process without Redis. Needs a build (`npm run build`).
 */
import { z } from 'zod';
import { hashPassword } from '../../lib/server/access/password-hash.ts';
import { startRedis } from '../support/redis-server.ts';
import type { RunningServer } from '../support/server-process.ts';
import { password, signIn } from './gate-bench.ts';
import { type Load, loadFor } from './load.ts';
import { median } from './quantiles.ts';
import { printAtMost, printFigure } from './report.ts';
import { runInProcess } from './run-in-process.ts';
import { startProduct } from './start-product.ts';

const ROUNDS = 11;
const ROUND_MS = 1500;
const WARM_UP_MS = 4000;
const GOAL = 0.95;
const ADMISSION_MS = 5000;
const REPLICAS = 3;
const admissionSchema = z.object({ count: z.number(), p50: z.number(), p99: z.number() });

export async function benchReplicas(): Promise<void> {
  const redis = await startRedis();
  try {
    console.log('\nReplicas that share through Redis');
    const admissions = await Promise.all(
      Array.from({ length: REPLICAS }, (_, n) =>
        runInProcess(
          new URL('./admission-process.ts', import.meta.url),
          { url: redis.url, milliseconds: ADMISSION_MS, name: `r${n}` },
          admissionSchema,
          ['--conditions=react-server'],
        ),
      ),
    );
    printFigure(
      'admissions a second, three replicas contending',
      String(sum(admissions.map(({ count }) => count)) / (ADMISSION_MS / 1000)),
    );
    printAtMost(
      'admission, p99 of the slowest replica',
      Math.max(...admissions.map(({ p99 }) => p99)),
      10,
      'ms',
    );
    await compare(redis.url);
  } finally {
    await redis.kill();
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Measures in alternating rounds, prints the median of each round's ratio. */
async function compare(redisUrl: string): Promise<void> {
  const running: RunningServer[] = [];
  try {
    const env = { SIGHTLINE_AUTH: 'password', SIGHTLINE_PASSWORD_HASH: await hashPassword(password) };
    const shared = {
      ...env,
      SIGHTLINE_REDIS_URL: redisUrl,
      SIGHTLINE_SESSION_SECRETS: 'a secret of the benchmark 0123456789',
    };
    const alone = await startProduct(running, { monitors: 1000, env, signIn });
    const replica = await startProduct(running, { monitors: 1000, env: shared, signIn });
    const plain = { paths: ['/api/monitors'], status: 200 };
    const without: Load = { ...plain, origin: alone, headers: await signIn(alone) };
    const withRedis: Load = { ...plain, origin: replica, headers: await signIn(replica) };
    const ratios: number[] = [];
    for (const load of [without, withRedis]) await loadFor(load, WARM_UP_MS);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { perSecond: first } = await loadFor(round % 2 === 0 ? without : withRedis, ROUND_MS);
      const { perSecond: second } = await loadFor(round % 2 === 0 ? withRedis : without, ROUND_MS);
      ratios.push(round % 2 === 0 ? second / first : first / second);
    }
    const ratio = median(ratios);
    printFigure('GET /api/monitors, with Redis / without', ratio.toFixed(2), {
      text: `≥ ${GOAL}`,
      met: ratio >= GOAL,
    });
  } finally {
    await Promise.all(running.map((one) => one.stop()));
  }
}
