import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import type { Caller } from '../access/gate.ts';
import { type Container, getContainer } from '../container.ts';
import { viewerOf } from './viewer.ts';

export type { Caller } from '../access/gate.ts';

/** What a page is given once its caller was let in. */
interface PageContext {
  container: Container;
}

/** Who asks for a page or a layout; null for who may not look. */
export async function callerOfPage(): Promise<Caller | null> {
  // What a request may ask Next to make ahead of another does not begin: all we show is of one moment.
  await connection();
  const { access } = await getContainer();
  return access.gate.admit((await headers()).get('cookie'));
}

/**
 * Wraps a page, and whatever reads data beside it (`generateMetadata`), so that it runs only for who may look, and counts them
 * as somebody who looks.
 * Everybody else is sent to the login page and from there back here.
 *
 * @param pathOf the page's own address, for the way back
 */
export function page<P, R>(
  pathOf: (props: P) => string | Promise<string>,
  render: (props: P, context: PageContext) => Promise<R>,
): (props: P) => Promise<R> {
  return async (props) => {
    const caller = await callerOfPage();
    if (caller === null) redirect(`/login?${new URLSearchParams({ next: await pathOf(props) })}`);
    const container = await getContainer();
    const viewer = viewerOf(await headers(), caller);
    container.refresher.seen(viewer.id, viewer.requestedInterval);
    return render(props, { container });
  };
}
