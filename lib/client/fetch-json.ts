import type { QueryFunctionContext } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { ErrorBody } from '../contract/error';
import { basePath } from '../text/base-path';

/** The BFF responded with an error, or could not be reached. `body` is null when there is no usable one. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly body: ErrorBody | null;

  constructor(body: ErrorBody | null) {
    super(body?.error ?? 'Can’t reach Sightline.');
    this.body = body;
  }
}

/** A body and its ETag, which the next request sends in order to get a 304 when nothing has changed. */
export interface BodyWithEtag<T> {
  body: T;
  etag: string | null;
}

/** Loads a schema during the request: the schemas of responses are not part of the first load, because the first rows need no validation. */
export type LoadSchema<T> = () => Promise<z.ZodMiniType<T>>;

/** The viewer's state that every request sends, and the callbacks it reports to. */
export interface RequestContext {
  /** Whether the viewer had paused when the context was created; it sets the polling interval. */
  isPaused: boolean;
  /** Whether the viewer has paused now, sent as `Sightline-Refresh`: a request with an earlier value would undo a pause. */
  isPausedNow: () => boolean;
  /** The server's time, epoch milliseconds. */
  serverNow: () => number;
  /** Called with the server's time in epoch milliseconds. */
  onServerTime: (epochMs: number) => void;
}

/** Timeout of a GET request, milliseconds. A connection that dies without an error would otherwise stop polling forever. */
const DEADLINE_MS = 30_000;

/** The `Date` header of a response that took longer is ignored, milliseconds. */
const RECENT_MS = 10_000;

/**
 * Requests a path of the BFF, such as `/api/usage`, and parses the response.
 *
 * @param options.known the cached response: its ETag is sent, and a 304 returns this same object
 * @param options.method GET by default; `sent` is the body of a POST
 * @throws ApiError for an error response, an unusable one, or none; the signal's reason when the request is aborted
 */
export async function fetchJson<T>(
  path: string,
  loadSchema: LoadSchema<T>,
  context: RequestContext,
  options: {
    signal?: AbortSignal;
    known?: BodyWithEtag<T> | undefined;
    method?: 'POST';
    sent?: BodyInit;
  } = {},
): Promise<BodyWithEtag<T>> {
  const { signal, known, method, sent } = options;
  const startedAt = Date.now();
  const loading = loadSchema().catch(() => null);
  const response = await fetch(basePath + path, {
    cache: 'no-store',
    method: method ?? 'GET',
    body: sent ?? null,
    headers: {
      'Sightline-Refresh': context.isPausedNow() ? 'off' : 'on',
      ...(known?.etag ? { 'If-None-Match': known.etag } : {}),
    },
    signal: method
      ? (signal ?? null)
      : AbortSignal.any([AbortSignal.timeout(DEADLINE_MS), ...(signal ? [signal] : [])]),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(null);
  });
  const serverTime = Date.parse(response.headers.get('date') ?? '');
  // The `Date` of a request that was in flight while the computer slept is long past.
  const isRecent = Date.now() - startedAt < RECENT_MS;
  if (!Number.isNaN(serverTime) && isRecent) context.onServerTime(serverTime);
  if (response.status === 304 && known) return known;
  const json: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(await parseErrorBody(json));
  const parsed = (await loading)?.safeParse(json);
  if (!parsed?.success) throw new ApiError(null);
  return { body: parsed.data, etag: response.headers.get('etag') };
}

/** Returns a query function that sends the ETag of the cached response. */
export function etaggedQuery<T>(path: string, loadSchema: LoadSchema<T>, context: RequestContext) {
  return ({ signal, client, queryKey }: QueryFunctionContext): Promise<BodyWithEtag<T>> =>
    fetchJson(path, loadSchema, context, { signal, known: client.getQueryData<BodyWithEtag<T>>(queryKey) });
}

/** Parses the body of an error response; null when it is not one. */
export async function parseErrorBody(json: unknown): Promise<ErrorBody | null> {
  const contract = await import('../contract/error').catch(() => null);
  return contract?.errorBodySchema.safeParse(json).data ?? null;
}
