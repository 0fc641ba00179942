import 'server-only';
import type { ErrorBody } from '@/lib/contract/error';
import { isFailure } from '../errors';
import type { EtaggedBody } from '../etagged-body.ts';
import { failureBody } from './failure-response';

/** What a page got for its first HTML: the answer as the route would have given it, tag and all, or the reason why not. */
export type PageData<T> =
  | { answer: { body: T; tag: string }; failure: null }
  | { answer: null; failure: ErrorBody };

/** Runs a service for a page. A bug of ours is not caught here: Next's error page is for that. */
export async function pageData<T>(read: () => Promise<EtaggedBody<T>>): Promise<PageData<T>> {
  try {
    const { body, tag } = await read();
    return { answer: { body, tag }, failure: null };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { answer: null, failure: failureBody(error.failure, crypto.randomUUID()) };
  }
}
