import type { ErrorBody } from '../contract/error';

/** The BFF answered with an error, or could not be reached; `body` is what to show. */
export class BffError extends Error {
  override readonly name = 'BffError';
  readonly body: ErrorBody | null;

  constructor(body: ErrorBody | null) {
    super(body?.error ?? 'Sightline cannot be reached.');
    this.body = body;
  }
}

/** What checks an answer: a zod schema. */
interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

/** An answer and the tag it came with, so that asking again can be answered with "unchanged". */
export interface Tagged<T> {
  body: T;
  tag: string | null;
}

/** An answer that took longer tells nothing of what time it is, milliseconds. */
const LATE_MS = 10_000;

/**
 * Reads one address of the BFF and parses it.
 *
 * @param loadSchema what checks the answer; loaded while the answer is on its way
 * @param options.known what is held already: its tag is sent, and it is returned itself when nothing has changed
 * @param options.requestedInterval how often the viewer wants the monitors read, for the header `Sightline-Refresh`
 * @param options.method GET unless told otherwise
 * @param options.onServerTime told what time it is at the server, epoch milliseconds
 * @throws BffError
 */
export async function readBff<T>(
  path: string,
  loadSchema: () => Promise<Schema<T>>,
  options: {
    signal?: AbortSignal;
    known?: Tagged<T> | undefined;
    requestedInterval?: string;
    method?: 'POST';
    onServerTime?: (at: number) => void;
  } = {},
): Promise<Tagged<T>> {
  const { signal, known, requestedInterval, method } = options;
  const askedAt = Date.now();
  const loading = loadSchema().catch(() => null);
  const response = await fetch(path, {
    cache: 'no-store',
    ...(method ? { method } : {}),
    headers: {
      ...(known?.tag ? { 'If-None-Match': known.tag } : {}),
      ...(requestedInterval ? { 'Sightline-Refresh': requestedInterval } : {}),
    },
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new BffError(null);
  });
  const serverTime = Date.parse(response.headers.get('date') ?? '');
  // An answer that was under way while the computer slept tells a time that is long past.
  const isRecent = Date.now() - askedAt < LATE_MS;
  if (!Number.isNaN(serverTime) && isRecent) options.onServerTime?.(serverTime);
  if (response.status === 304 && known) return known;
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new BffError(await readError(answer));
  const parsed = (await loading)?.safeParse(answer);
  if (!parsed?.success) throw new BffError(null);
  return { body: parsed.data, tag: response.headers.get('etag') };
}

async function readError(answer: unknown): Promise<ErrorBody | null> {
  const contract = await import('../contract/error').catch(() => null);
  return contract?.errorBodySchema.safeParse(answer).data ?? null;
}
