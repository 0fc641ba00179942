import autocannon from 'autocannon';
import { z } from 'zod';
import { handleTask } from './run-in-process.ts';

const CONNECTIONS = 8;
/** The interval at which autocannon checks whether its time is over, milliseconds. */
const SAMPLE_MS = 50;

const taskSchema = z.object({
  origin: z.url(),
  paths: z.array(z.string()),
  headers: z.record(z.string(), z.string()),
  status: z.int(),
  milliseconds: z.number(),
});

/**
 * Distributes the paths over the connections, beginning at a random one; with too few paths, each connection gets all.
 */
function share(paths: readonly string[]): string[][] {
  const start = Math.floor(Math.random() * paths.length);
  const rotated = [...paths.slice(start), ...paths.slice(0, start)];
  return Array.from({ length: CONNECTIONS }, (_, connection) =>
    paths.length < CONNECTIONS ? rotated : rotated.filter((_path, n) => n % CONNECTIONS === connection),
  );
}

handleTask(taskSchema, async ({ origin, paths, headers, status, milliseconds }) => {
  const shares = share(paths);
  const { requests, duration, errors, latency, statusCodeStats } = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: milliseconds / 1000,
    sampleInt: SAMPLE_MS,
    headers,
    setupClient(client) {
      client.setRequests((shares.pop() ?? paths).map((path) => ({ path })));
    },
  });
  const others = Object.keys(statusCodeStats ?? {}).filter((code) => Number(code) !== status);
  if (errors > 0 || others.length > 0 || requests.total === 0) {
    throw new Error(
      `${origin}${paths[0]} gives ${requests.total} answers, ${errors} errors, and ${others.join(', ') || 'nothing else'} instead of ${status}.`,
    );
  }
  return { perSecond: requests.total / duration, p50: latency.p50, p99: latency.p99 };
});
