import 'server-only';
import type { SealedCookie } from './cookies.ts';
import type { Sessions, SessionUser } from './sessions.ts';
import type { ApiTokens, KnownToken } from './token-file.ts';
import { bearerOf, hashOfToken } from './token-hash.ts';

export interface Caller {
  /** Null where sign-in is not required. */
  session: { id: string; user: SessionUser } | null;
}

/** An admitted caller of a route: a user, a script, or the token of one wall or feed. */
export interface RouteCaller extends Caller {
  /** The name of the token; null for a user. */
  token: string | null;
  /** The query of the only view that the token of a wall or a feed opens; null: the caller may see any. */
  view: string | null;
}

/** The only access check. Everything that shows monitors calls it first. */
export type Gate = ReturnType<typeof createGate>;

export const anonymous: RouteCaller = { session: null, token: null, view: null };

/** For mode `none`: admits every caller. */
export const openGate: Gate = {
  admit: async () => ({ session: null }),
  admitToRoute: async () => anonymous,
  admitToWall: async () => anonymous,
  admitToFeed: async () => anonymous,
};

interface Credentials {
  cookies: string | null;
  authorization: string | null;
}

const callerOf = ({ name, view }: KnownToken): RouteCaller => ({ session: null, token: name, view });

/** @param parts.tokens null: there are none, and the header `Authorization` is ignored */
export function createGate(parts: {
  sessions: Sessions;
  cookie: SealedCookie<{ id: string }>;
  tokens: ApiTokens | null;
  /** Contains the hash of a wall's token. Each request checks whether the list of tokens still has it. */
  wallCookie: SealedCookie<{ hash: string }>;
}) {
  const { sessions, cookie, tokens, wallCookie } = parts;

  /**
   * @param cookies the request's `Cookie` header. @returns null when the caller is not admitted
   * @throws FailureError `storage_unreachable` if the session cannot be checked
   */
  async function admit(cookies: string | null): Promise<Caller | null> {
    const content = await cookie.read(cookies);
    const user = content && (await sessions.use(content.id));
    return user && { session: { id: content.id, user } };
  }

  /** @throws FailureError `invalid_token`, also for a token of another use, and `token_limited` */
  async function admitToken(
    token: string | null,
    ...uses: readonly KnownToken['use'][]
  ): Promise<RouteCaller | null> {
    if (tokens === null || token === null) return null;
    return callerOf(await tokens(hashOfToken(token), ...uses));
  }

  /**
   * Admits users and scripts to a route. Pages call `admit` instead, so that a token opens none. A session comes first: a proxy may
   * add a token of its own to the requests of signed-in users.
   *
   * @throws FailureError `storage_unreachable`, `invalid_token` and `token_limited`
   */
  async function admitToRoute(sent: Credentials): Promise<RouteCaller | null> {
    const user = await admit(sent.cookies);
    return user ? { ...user, token: null, view: null } : admitToken(bearerOf(sent.authorization), 'script');
  }

  /** Admits users, scripts and the token of a wall to the wall: its page and its route. @throws FailureError as `admitToRoute` */
  async function admitToWall(sent: Credentials): Promise<RouteCaller | null> {
    const user = await admit(sent.cookies);
    if (user !== null) return { ...user, token: null, view: null };
    const caller = await admitToken(bearerOf(sent.authorization), 'script', 'wall');
    if (caller !== null || tokens === null) return caller;
    const kept = await wallCookie.read(sent.cookies);
    return kept && callerOf(await tokens(kept.hash, 'wall'));
  }

  /**
   * Admits users, scripts and the token of a feed. It is in the URL, because feed readers can send nothing else.
   *
   * @param token of a feed, from the query. @throws FailureError as `admitToRoute`
   */
  async function admitToFeed(sent: Credentials, token: string | null): Promise<RouteCaller | null> {
    return (await admitToken(token, 'feed')) ?? admitToRoute(sent);
  }

  return { admit, admitToRoute, admitToWall, admitToFeed };
}
