import 'server-only';
import { hash } from 'node:crypto';
import { cookieValue, preferencesCookie } from '../../client/preferences.ts';
import { parsePreferences } from '../../contract/preferences.ts';
import type { Caller, RouteCaller } from '../auth/gate.ts';
import { parseRequestedInterval, parseSeconds, type RequestedInterval } from '../inventory/crawl/viewers.ts';

export interface Viewer {
  id: string;
  requestedInterval: RequestedInterval;
}

/** Identifies a viewer by a hash of its session or, without sign-in, of its address and user agent. */
export function viewerOf(headers: Pick<Headers, 'get'>, caller: Caller): Viewer {
  const address = `${headers.get('x-forwarded-for') ?? ''}\n${headers.get('user-agent') ?? ''}`;
  const { refreshInterval } = parsePreferences(cookieValue(headers.get('cookie'), preferencesCookie));
  return {
    id: viewerId(caller.session?.id ?? address),
    requestedInterval: parseRequestedInterval(headers.get('sightline-refresh') ?? refreshInterval),
  };
}

/**
 * The same for a route. A script counts only if it requests an interval in seconds: most only read what is there, and `off`
 * of a script must not look as if a user had paused. All requests with one token are one viewer.
 */
export function viewerOfRoute(headers: Pick<Headers, 'get'>, caller: RouteCaller): Viewer | null {
  if (caller.token === null) return viewerOf(headers, caller);
  const seconds = parseSeconds(headers.get('sightline-refresh'));
  return seconds === null ? null : { id: viewerId(`token ${caller.token}`), requestedInterval: seconds };
}

function viewerId(identity: string): string {
  return hash('sha256', identity, 'base64url').slice(0, 22);
}
