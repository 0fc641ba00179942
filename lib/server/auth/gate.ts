import 'server-only';
import { bearerOf, hashOfToken } from './api-token.ts';
import type { SealedCookie } from './cookies.ts';
import type { Sessions, SessionUser } from './sessions.ts';
import type { ApiTokens, KnownToken } from './tokens.ts';

export interface Caller {
  /** Null where sign-in is not required. */
  session: { id: string; user: SessionUser } | null;
}

/** An admitted caller of a route: a user, or a script with a token. */
export interface RouteCaller extends Caller {
  /** The name of the script's token; null for a user. */
  token: string | null;
}

/** An admitted caller of the wall or the feed: a user, a script, or the token of one wall or feed. */
export interface WallCaller extends RouteCaller {
  /** The query of the only view that the token opens; null: the caller may see any. */
  view: string | null;
}

/** The only access check. Everything that shows monitors calls it first. */
export type Gate = ReturnType<typeof createGate>;

/** For mode `none`: admits every caller. */
export const openGate: Gate = {
  admit: async () => ({ session: null }),
  admitToRoute: async () => ({ session: null, token: null }),
  admitToWall: async () => ({ session: null, token: null, view: null }),
  admitToFeed: async () => ({ session: null, token: null, view: null }),
};

interface Credentials {
  cookies: string | null;
  authorization: string | null;
}

const callerOf = ({ name, view }: KnownToken) => ({ session: null, token: name, view });

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

  /**
   * The same for routes, which scripts may use with a token. Pages call `admit`, so that a token opens none. A session comes
   * first: a proxy may add a token of its own to the requests of signed-in users.
   *
   * @throws FailureError also `invalid_token` and `token_limited`
   */
  async function admitToRoute(headers: Credentials): Promise<RouteCaller | null> {
    const user = await admit(headers.cookies);
    if (user !== null) return { ...user, token: null };
    const token = bearerOf(headers.authorization);
    if (tokens === null || token === null) return null;
    return { session: null, token: (await tokens(hashOfToken(token), 'script')).name };
  }

  /**
   * The same for the wall, its page and its route. A user comes first here, too, who may see any view.
   *
   * @throws FailureError as above
   */
  async function admitToWall({ cookies, authorization }: Credentials): Promise<WallCaller | null> {
    const user = await admit(cookies);
    if (user !== null) return { ...user, token: null, view: null };
    if (tokens === null) return null;
    const sent = bearerOf(authorization);
    if (sent !== null) return callerOf(await tokens(hashOfToken(sent), 'script', 'wall'));
    const kept = await wallCookie.read(cookies);
    return kept && callerOf(await tokens(kept.hash, 'wall'));
  }

  /**
   * The same for the feed, whose readers can send nothing but a URL.
   *
   * @param token of a feed, from the query. @throws FailureError as above
   */
  async function admitToFeed(headers: Credentials, token: string | null): Promise<WallCaller | null> {
    if (token !== null && tokens !== null) return callerOf(await tokens(hashOfToken(token), 'feed'));
    const caller = await admitToRoute(headers);
    return caller && { ...caller, view: null };
  }

  return { admit, admitToRoute, admitToWall, admitToFeed };
}
