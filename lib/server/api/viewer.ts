import 'server-only';
import { hash } from 'node:crypto';
import { cookieValue, preferencesCookie } from '../../client/preferences.ts';
import { parsePreferences } from '../../contract/preferences.ts';
import type { RouteCaller } from '../auth/gate.ts';
import { parseRequestedInterval, parseSeconds, type RequestedInterval } from '../inventory/crawl/viewers.ts';

interface Viewer {
  id: string;
  requestedInterval: RequestedInterval;
}

/**
 * Identifies a viewer by a hash of its session or, without sign-in, of its address and user agent. A script counts only if it
 * requests an interval in seconds: most only read what is there, and `off` of a script must not look as if a user had paused.
 * All requests with one token are one viewer.
 */
export function viewerOf(headers: Pick<Headers, 'get'>, caller: RouteCaller): Viewer | null {
  const requested = headers.get('sightline-refresh');
  if (caller.token !== null) {
    const seconds = parseSeconds(requested);
    return seconds === null ? null : { id: viewerId(`token ${caller.token}`), requestedInterval: seconds };
  }
  const address = `${headers.get('x-forwarded-for') ?? ''}\n${headers.get('user-agent') ?? ''}`;
  const { refreshInterval } = parsePreferences(cookieValue(headers.get('cookie'), preferencesCookie));
  return {
    id: viewerId(caller.session?.id ?? address),
    requestedInterval: parseRequestedInterval(requested ?? refreshInterval),
  };
}

function viewerId(identity: string): string {
  return hash('sha256', identity, 'base64url').slice(0, 22);
}
