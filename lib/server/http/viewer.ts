import 'server-only';
import { createHash } from 'node:crypto';
import { parseWish, type Wish } from '../inventory/presence.ts';

/** Who asks and how often they want the inventory read (design: quota, "A viewer"). */
export interface Viewer {
  id: string;
  wish: Wish;
}

/** Without a session, a viewer is an address and a user agent; only a hash of them is kept. */
export function viewerOf(headers: Pick<Headers, 'get'>): Viewer {
  const seen = `${headers.get('x-forwarded-for') ?? ''}\n${headers.get('user-agent') ?? ''}`;
  return {
    id: createHash('sha256').update(seen).digest('base64url').slice(0, 22),
    wish: parseWish(headers.get('sightline-refresh')),
  };
}
