import 'server-only';
import { hash } from 'node:crypto';
import type { Caller } from '../access/gate.ts';
import { parseRequestedInterval, type RequestedInterval } from '../inventory/viewers.ts';
import { preferencesOfCookies } from './preferences.ts';

/** Who asks and how often they want the inventory read. */
export interface Viewer {
  id: string;
  requestedInterval: RequestedInterval;
}

/** A viewer is a session; where nobody signs in, an address and a user agent. Only a hash of either is kept. */
export function viewerOf(headers: Pick<Headers, 'get'>, caller: Caller): Viewer {
  const seen =
    caller.session?.id ?? `${headers.get('x-forwarded-for') ?? ''}\n${headers.get('user-agent') ?? ''}`;
  return {
    id: hash('sha256', seen, 'base64url').slice(0, 22),
    requestedInterval: parseRequestedInterval(
      headers.get('sightline-refresh') ?? chosenInterval(headers.get('cookie')),
    ),
  };
}

/** What the person has chosen in the browser, for requests that the page's own code does not make; null when nothing. */
function chosenInterval(cookies: string | null): string | null {
  return preferencesOfCookies(cookies)?.refreshInterval ?? null;
}
