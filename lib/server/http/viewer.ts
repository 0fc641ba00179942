import 'server-only';
import { createHash } from 'node:crypto';
import type { Caller } from '../access/gate.ts';
import { parseWish, type Wish } from '../inventory/presence.ts';

/** Who asks and how often they want the inventory read (design: quota, "A viewer"). */
export interface Viewer {
  id: string;
  wish: Wish;
}

/** A viewer is a session; where nobody signs in, an address and a user agent. Only a hash of either is kept. */
export function viewerOf(headers: Pick<Headers, 'get'>, caller: Caller): Viewer {
  const seen =
    caller.session?.id ?? `${headers.get('x-forwarded-for') ?? ''}\n${headers.get('user-agent') ?? ''}`;
  return {
    id: createHash('sha256').update(seen).digest('base64url').slice(0, 22),
    wish: parseWish(headers.get('sightline-refresh')),
  };
}
