import autocannon from 'autocannon';

/** Requests that are sent repeatedly, in turn. */
export interface Load {
  origin: string;
  paths: readonly string[];
  headers: Record<string, string>;
  /** The expected status of every response; with another one the measurement is invalid. */
  status: number;
}

/** Responses a second, and their median and 99th percentile, milliseconds. */
export interface LoadFigures {
  perSecond: number;
  p50: number;
  p99: number;
}

const CONNECTIONS = 8;
/** The interval at which autocannon checks whether its time is over, milliseconds. */
const SAMPLE_MS = 50;

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

/**
 * Sends requests to a server for a time. The servers are processes of their own, and this one does nothing else
 * meanwhile.
 *
 * @throws Error when a response has another status, or none arrives
 */
export async function loadFor(
  { origin, paths, headers, status }: Load,
  milliseconds: number,
): Promise<LoadFigures> {
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
}
