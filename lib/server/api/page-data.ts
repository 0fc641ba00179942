import 'server-only';
import type { ErrorBody } from '@/lib/contract/error';
import { isFailure } from '../errors.ts';
import { failureBody } from './failures.ts';
import type { EtaggedBody } from './http.ts';

export interface PageAnswer<T> {
  body: T;
  etag: string;
}

/** Returns the data for a page's first HTML, or the failure. Bugs are not caught: Next's error page handles them. */
export async function pageData<T>(
  read: () => Promise<EtaggedBody<T>>,
): Promise<{ answer: PageAnswer<T>; failure: null } | { answer: null; failure: ErrorBody }> {
  try {
    const { body, tag } = await read();
    return { answer: { body, etag: tag }, failure: null };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { answer: null, failure: failureBody(error.failure, crypto.randomUUID()) };
  }
}

/**
 * Returns data that a page can do without; null after any error, even a bug. The browser requests the same data and shows the
 * reason.
 */
export async function optionalData<T>(read: () => Promise<EtaggedBody<T>>): Promise<PageAnswer<T> | null> {
  return (await pageData(read).catch(() => null))?.answer ?? null;
}
