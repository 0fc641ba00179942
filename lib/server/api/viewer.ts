import 'server-only';
import { hash } from 'node:crypto';
import { cookieValue, preferencesCookie } from '../../client/preferences.ts';
import { parsePreferences } from '../../contract/preferences.ts';
import type { RouteCaller } from '../auth/gate.ts';
import type { Refresher } from '../inventory/crawl/refresher.ts';

type Sent = Pick<Headers, 'get'>;

/**
 * Records who looks: a caller of the API with the header `Sightline-Refresh`, paused if it is `off`. Scripts without it only
 * read what is there, and `off` of a script must not look as if a user had paused.
 */
export function recordViewer(refresher: Pick<Refresher, 'seen'>, headers: Sent, caller: RouteCaller): void {
  const header = headers.get('sightline-refresh');
  const isPaused = header === 'off';
  if (header === null || (isPaused && caller.token !== null)) return;
  refresher.seen(viewerId(headers, caller), isPaused);
}

/** Records who opens a page. A browser sends no header with it, so that the cookie tells whether they have paused. */
export function recordPageViewer(
  refresher: Pick<Refresher, 'seen'>,
  headers: Sent,
  caller: RouteCaller,
): void {
  const { isPaused } = parsePreferences(cookieValue(headers.get('cookie'), preferencesCookie));
  refresher.seen(viewerId(headers, caller), isPaused);
}

/** A hash of the token or the session or, without sign-in, of the address and the user agent. */
function viewerId(headers: Sent, { token, session }: RouteCaller): string {
  const address = `${headers.get('x-forwarded-for') ?? ''}\n${headers.get('user-agent') ?? ''}`;
  const identity = token === null ? (session?.id ?? address) : `token ${token}`;
  return hash('sha256', identity, 'base64url').slice(0, 22);
}
