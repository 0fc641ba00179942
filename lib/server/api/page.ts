import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import type { Caller } from '../auth/gate.ts';
import { type Container, getContainer } from '../container.ts';
import { isFailure } from '../errors.ts';
import { viewerOf } from './viewer.ts';

export type { Caller } from '../auth/gate.ts';

/** What a page receives once its caller is admitted. */
interface PageContext {
  container: Container;
}

/** Returns the caller of a page or layout; null when the caller is not admitted. */
export async function callerOfPage(): Promise<Caller | null> {
  // Excludes the page from prerendering: its data is valid at the time of the request only.
  await connection();
  const { access } = await getContainer();
  return access.gate.admit((await headers()).get('cookie'));
}

/** Whether a caller is signed in cannot be known while the shared sessions cannot be reached. @throws other errors */
function whyUnknown(error: unknown): 'unavailable' {
  if (isFailure(error) && error.failure.code === 'storage_unreachable') return 'unavailable';
  throw error;
}

/** For what is shown to everybody: a caller of whom nothing can be known is not admitted. @throws other errors */
export function nobody(error: unknown): null {
  whyUnknown(error);
  return null;
}

/**
 * Wraps a page, or another function that reads its data (`generateMetadata`), so that it runs only for
 * admitted callers, which it counts as viewers. All other callers are redirected to the login page and back.
 *
 * @param pathOf returns the page's own path, to redirect back to
 */
export function page<P, R>(
  pathOf: (props: P) => string | Promise<string>,
  render: (props: P, context: PageContext) => Promise<R>,
): (props: P) => Promise<R> {
  return async (props) => {
    const caller = await callerOfPage().catch(whyUnknown);
    if (caller === null) redirect(`/login?${new URLSearchParams({ next: await pathOf(props) })}`);
    if (caller === 'unavailable') {
      redirect(`/login?${new URLSearchParams({ error: caller, next: await pathOf(props) })}`);
    }
    const container = await getContainer();
    const viewer = viewerOf(await headers(), caller);
    container.refresher.seen(viewer.id, viewer.requestedInterval);
    return render(props, { container });
  };
}
