import 'server-only';
import { hash } from 'node:crypto';
import type { Caller } from '../access/gate.ts';
import { parseRequestedInterval, type RequestedInterval } from '../inventory/viewers.ts';
import { preferencesOfCookies } from './preferences.ts';

/** A viewer, with the refresh interval that it requests. */
export interface Viewer {
  id: string;
  requestedInterval: RequestedInterval;
}

/** Identifies a viewer by a hash of its session id or, without sign-in, of its address and user agent. */
export function viewerOf(headers: Pick<Headers, 'get'>, caller: Caller): Viewer {
  const identity =
    caller.session?.id ?? `${headers.get('x-forwarded-for') ?? ''}\n${headers.get('user-agent') ?? ''}`;
  return {
    id: hash('sha256', identity, 'base64url').slice(0, 22),
    requestedInterval: parseRequestedInterval(
      headers.get('sightline-refresh') ?? preferredInterval(headers.get('cookie')),
    ),
  };
}

/**
 * Reads the interval from the preferences cookie, for requests that our scripts do not send; null when unset.
 */
function preferredInterval(cookies: string | null): string | null {
  return preferencesOfCookies(cookies)?.refreshInterval ?? null;
}
