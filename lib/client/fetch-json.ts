import type { ErrorBody } from '../contract/error';
import type { RefreshInterval } from '../contract/refresh-interval';

/** The BFF answered with an error, or could not be reached; `body` is what it said, null when it said nothing usable. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly body: ErrorBody | null;

  constructor(body: ErrorBody | null) {
    super(body?.error ?? 'Can’t reach Sightline.');
    this.body = body;
  }
}

/** A body and its ETag, so that the next request for it can be answered with 304. */
export interface EtaggedBody<T> {
  body: T;
  etag: string | null;
}

/** What every request of a viewer carries and reports. */
export interface RequestContext {
  /** The interval chosen when the context was made; polling follows it. */
  refreshInterval: RefreshInterval;
  /**
   * The interval chosen by now, sent as `Sightline-Refresh`: a request without it, or with an earlier one, would undo a
   * pause.
   */
  newestRefreshInterval: () => RefreshInterval;
  /** The server's time, epoch milliseconds. */
  serverNow: () => number;
  /** Called with the server's time in epoch milliseconds. */
  onServerTime: (epochMs: number) => void;
}

/** A zod schema, as far as it is needed here. */
interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

/** A connection that has died without a word would stop polling for ever, milliseconds. The server answers in far less. */
const DEADLINE_MS = 30_000;

/** A response that took longer says nothing about the present time, milliseconds. */
const RECENT_MS = 10_000;

/**
 * Requests a path of the BFF and parses the answer.
 *
 * @param loadSchema loads what parses the answer, while the answer is on its way
 * @param options.known the answer held already: its ETag is sent, and a 304 returns this very object
 * @param options.method GET by default
 * @throws ApiError
 */
export async function fetchJson<T>(
  path: string,
  loadSchema: () => Promise<Schema<T>>,
  context: RequestContext,
  options: { signal?: AbortSignal; known?: EtaggedBody<T> | undefined; method?: 'POST' } = {},
): Promise<EtaggedBody<T>> {
  const { signal, known, method } = options;
  const startedAt = Date.now();
  const loading = loadSchema().catch(() => null);
  const response = await fetch(path, {
    cache: 'no-store',
    ...(method ? { method } : {}),
    headers: {
      'Sightline-Refresh': context.newestRefreshInterval(),
      ...(known?.etag ? { 'If-None-Match': known.etag } : {}),
    },
    signal: method ? (signal ?? null) : withDeadline(signal),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(null);
  });
  const serverTime = Date.parse(response.headers.get('date') ?? '');
  // A response that was under way while the computer slept carries a time long past.
  const isRecent = Date.now() - startedAt < RECENT_MS;
  if (!Number.isNaN(serverTime) && isRecent) context.onServerTime(serverTime);
  if (response.status === 304 && known) return known;
  const json: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(await parseErrorBody(json));
  const parsed = (await loading)?.safeParse(json);
  if (!parsed?.success) throw new ApiError(null);
  return { body: parsed.data, etag: response.headers.get('etag') };
}

/** Aborts with `signal`, or when the answer is long overdue. By hand: `AbortSignal.any` is missing from browsers in use. */
function withDeadline(signal: AbortSignal | undefined): AbortSignal {
  const ending = new AbortController();
  for (const cause of [signal, AbortSignal.timeout(DEADLINE_MS)]) {
    if (cause?.aborted) ending.abort(cause.reason);
    cause?.addEventListener('abort', () => ending.abort(cause.reason), { signal: ending.signal });
  }
  return ending.signal;
}

async function parseErrorBody(json: unknown): Promise<ErrorBody | null> {
  const contract = await import('../contract/error').catch(() => null);
  return contract?.errorBodySchema.safeParse(json).data ?? null;
}
