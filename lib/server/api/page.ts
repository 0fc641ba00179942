import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import type { Caller, RouteCaller } from '../auth/gate.ts';
import { type Container, getContainer } from '../container.ts';
import { isFailure } from '../errors.ts';
import { nextPath } from './sign-in.ts';
import { recordPageViewer } from './viewer.ts';

export type { Caller } from '../auth/gate.ts';

/** Returns the caller of a page; null: not admitted. `isUnavailable`: the shared sessions cannot be reached. */
export async function callerOfPage(): Promise<{ caller: Caller | null; isUnavailable: boolean }> {
  // Excludes the page from prerendering: its data is valid at the time of the request only.
  await connection();
  const { access } = await getContainer();
  try {
    const caller = await access.gate.admit((await headers()).get('cookie'));
    return { caller, isUnavailable: false };
  } catch (error) {
    if (!isFailure(error) || error.failure.code !== 'storage_unreachable') throw error;
    return { caller: null, isUnavailable: true };
  }
}

/**
 * Runs a page only for admitted callers, who count as viewers; redirects others to the login page and back.
 * @param pathOf the path of the page
 */
export function page<P, R>(
  pathOf: (props: P) => string | Promise<string>,
  render: (props: P, context: { container: Container }) => Promise<R>,
): (props: P) => Promise<R> {
  return async (props) => {
    const { caller, isUnavailable } = await callerOfPage();
    if (caller === null) {
      const error = isUnavailable ? { error: 'unavailable' } : {};
      redirect(`/login?${new URLSearchParams({ ...error, next: await pathOf(props) })}`);
    }
    const container = await getContainer();
    recordPageViewer(container.refresher, await headers(), { ...caller, token: null, view: null });
    return render(props, { container });
  };
}

/**
 * Runs the page of the wall for everybody. `caller` is null for visitors who are not admitted. Their browser may have a token
 * after the `#` of the URL, which the server does not see.
 */
export function wallPage<P, R>(
  render: (props: P, context: { container: Container; caller: RouteCaller | null }) => Promise<R>,
): (props: P) => Promise<R> {
  return async (props) => {
    await connection();
    const container = await getContainer();
    const sent = await headers();
    const credentials = { cookies: sent.get('cookie'), authorization: null };
    const caller = await container.access.gate.admitToWall(credentials).catch((error: unknown) => {
      // The browser requests the same data and shows the failure.
      if (!isFailure(error)) throw error;
      return null;
    });
    if (caller !== null) recordPageViewer(container.refresher, sent, caller);
    return render(props, { container, caller });
  };
}

/** The query of a URL, as Next passes it to a page. */
export type PageSearch = Readonly<Record<string, string | string[] | undefined>>;

/** Returns a page's path with its query, rebuilt from what Next parsed. */
export async function pathWithSearch(path: string, search: Promise<PageSearch>): Promise<string> {
  const pairs = Object.entries(await search).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, one]),
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

/** Returns the data of the login page. @param requested the unchecked parameter `next` of its URL */
export async function loginPage(requested: string | string[] | undefined) {
  const { access } = await getContainer();
  const { caller } = await callerOfPage();
  const next = nextPath(typeof requested === 'string' ? requested : null);
  return { mode: access.mode, next, admitted: caller !== null };
}
