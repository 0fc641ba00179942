/** A replica that spends the shared budget as fast as it can, for replicas-bench.ts. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { createSystemClock } from '../../lib/server/clock.ts';
import { createQuotaLedger } from '../../lib/server/quota/quota-ledger.ts';
import { shareByRedis } from '../../lib/server/shared/redis/share-by-redis.ts';
import { quantile } from './quantiles.ts';
import { handleTask } from './run-in-process.ts';

const taskSchema = z.object({ url: z.string(), milliseconds: z.number(), name: z.string() });
const UNLIMITED = 1_000_000_000;
const usage = {
  rateLimitLimit: UNLIMITED,
  rateLimitRemaining: UNLIMITED,
  rateLimitReset: 60,
  dailyLimit: UNLIMITED,
  dailyRemaining: UNLIMITED,
  monthlyLimit: UNLIMITED,
  monthlyRemaining: UNLIMITED,
};

handleTask(taskSchema, async ({ url, milliseconds, name }) => {
  const { state } = shareByRedis({
    address: { url },
    owner: { baseUrl: new URL('https://api.example.com/v1'), apiKey: 'bench' },
    own: createSystemClock(null),
    name,
    random: Math.random,
    randomId: () => randomBytes(32).toString('base64url'),
    log: { info: () => {}, warn: () => {} },
  });
  await state.ready(5_000);
  const budget = state.budget(createQuotaLedger({ clock: state.clock, random: Math.random }));
  const durations: number[] = [];
  const until = performance.now() + milliseconds;
  while (performance.now() < until) {
    const startedAt = performance.now();
    const acquired = await budget.acquire('list', 'list');
    // Also when it has to wait: a slow refusal is slow, too.
    durations.push(performance.now() - startedAt);
    if (acquired.kind !== 'admit') continue;
    await budget.settle({ order: acquired.order, usage, failure: null });
  }
  state.close();
  return { count: durations.length, p50: quantile(durations, 0.5), p99: quantile(durations, 0.99) };
});
