import 'server-only';
import { hash } from 'node:crypto';
import type { Caller, RouteCaller } from '../auth/gate.ts';
import { parseRequestedInterval, parseSeconds, type RequestedInterval } from '../inventory/crawl/viewers.ts';
import { preferencesOfCookies } from './preferences.ts';

/** A viewer, with the refresh interval that it requests. */
export interface Viewer {
  id: string;
  requestedInterval: RequestedInterval;
}

/**
 * The same for the caller of a route. A script with a token counts as a viewer only if it requests an interval in seconds:
 * most only read what is there, `off` of a script must not look as if a user had paused, and a mistake must not make
 * Sightline read the list all day. All requests with one token are one viewer.
 */
export function viewerOfRoute(headers: Pick<Headers, 'get'>, caller: RouteCaller): Viewer | null {
  if (caller.token === null) return viewerOf(headers, caller);
  const seconds = parseSeconds(headers.get('sightline-refresh'));
  if (seconds === null) return null;
  return { id: viewerId(`token ${caller.token}`), requestedInterval: seconds };
}

/** Identifies a viewer by a hash of its session id or, without sign-in, of its address and user agent. */
export function viewerOf(headers: Pick<Headers, 'get'>, caller: Caller): Viewer {
  const identity =
    caller.session?.id ?? `${headers.get('x-forwarded-for') ?? ''}\n${headers.get('user-agent') ?? ''}`;
  return {
    id: viewerId(identity),
    requestedInterval: parseRequestedInterval(
      headers.get('sightline-refresh') ?? preferredInterval(headers.get('cookie')),
    ),
  };
}

function viewerId(identity: string): string {
  return hash('sha256', identity, 'base64url').slice(0, 22);
}

/**
 * Reads the interval from the preferences cookie, for requests that our scripts do not send; null when unset.
 */
function preferredInterval(cookies: string | null): string | null {
  return preferencesOfCookies(cookies)?.refreshInterval ?? null;
}
