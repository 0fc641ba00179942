import 'server-only';
import type { CustomFetch } from 'openid-client';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Storage } from '../storage/storage.ts';
import { StorageError } from '../storage/storage-error.ts';
import { readSmallFile } from '../watched-file.ts';
import type { AccessConfig } from './access-config.ts';
import { createSealedCookie, SESSION_COOKIE } from './cookies.ts';
import { createGate, openGate } from './gate.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { createOidc, PENDING_S, pendingLoginsSchema } from './oidc.ts';
import type { CreateLimiter } from './rate-limiter.ts';
import { ABSOLUTE_S, createSessions } from './sessions.ts';
import { createApiTokens, openTokenList, type TokenOutcome } from './token-file.ts';

/** The longest time for which browsers keep a cookie, seconds. */
const WALL_COOKIE_S = 400 * 86_400;

/** The access mode with the parts that it needs. */
export type Access = Awaited<ReturnType<typeof createAccess>>;
export type WithSessions = Exclude<Access, { mode: 'none' }>;

/**
 * Creates the parts of the configured mode.
 *
 * @param parts.randomId returns 256 random bits as text
 * @param parts.createLimiter for the attempts to sign in
 * @throws ConfigError when the file with the tokens cannot be read
 */
export async function createAccess(
  config: AccessConfig,
  parts: {
    clock: Clock;
    log: Logger;
    storage: Storage;
    randomId: () => string;
    createLimiter: CreateLimiter;
    /** Requests the OpenID provider. */
    fetch?: CustomFetch;
    countToken: (outcome: TokenOutcome) => void;
  },
) {
  const { clock, log, storage, randomId, createLimiter, countToken } = parts;
  if (config.mode === 'none') {
    if (config.hasNeedlessTokens) {
      log.warn('SIGHTLINE_API_TOKENS_FILE has no effect: with SIGHTLINE_AUTH=none everyone may read');
    }
    return { mode: config.mode, exposed: config.exposed, gate: openGate };
  }
  const { origin, tokensFile } = config;
  const secrets = config.secrets.length > 0 ? config.secrets : [await storedSecret(storage, randomId)];
  const list = tokensFile && (await openTokenList({ path: tokensFile, read: readSmallFile, clock, log }));
  const tokens = list ? createApiTokens({ tokens: list, clock, count: countToken }) : null;
  const sessions = createSessions({ storage, clock, realm: realmOf(config), randomId });
  const seal = { secrets, secure: origin.https };
  const schema = z.object({ id: z.string() });
  const cookie = createSealedCookie({ ...seal, name: SESSION_COOKIE, schema, maxAgeS: ABSOLUTE_S });
  const wallCookie = createSealedCookie({
    ...seal,
    name: 'sightline-wall',
    sameSite: 'Strict',
    maxAgeS: WALL_COOKIE_S,
    schema: z.object({ hash: z.string() }),
  });
  const gate = createGate({ sessions, cookie, tokens, wallCookie });
  const common = { sessions, cookie, wallCookie, origin, gate };
  if (config.mode === 'password') {
    const { mode, hash } = config;
    return {
      mode,
      hash,
      throttle: createLoginThrottle({ createLimiter, secret: hash.key, clock }),
      ...common,
    };
  }
  const pendingCookie = createSealedCookie({
    ...seal,
    name: 'sightline-login',
    schema: pendingLoginsSchema,
    maxAgeS: PENDING_S,
  });
  const report = (refusal: string, reason: string) => log.warn({ refusal, reason }, 'provider');
  return {
    mode: config.mode,
    oidc: createOidc(config, { clock, report, fetch: parts.fetch }),
    pendingCookie,
    ...common,
  };
}

/** Identifies how users sign in. After a restart with another one, users sign in again. */
function realmOf(config: Exclude<AccessConfig, { mode: 'none' }>): string {
  if (config.mode === 'password') return `password ${config.hash.key.toString('base64')}`;
  const { issuer, clientId, groups, domains, groupsClaim, allowUnverified } = config;
  return JSON.stringify(['oidc', issuer.href, clientId, groups, domains, groupsClaim, allowUnverified]);
}

/**
 * Returns the secret that seals the cookies where none is configured. It is stored, so that a restart signs nobody out. The
 * secret alone opens no session: the table contains only hashes of their ids.
 */
export async function storedSecret(storage: Pick<Storage, 'write'>, randomId: () => string): Promise<string> {
  const [name, value] = ['session_secret', randomId()];
  try {
    return await storage.write(async (db) => {
      const insert = db.insertInto('about').values({ name, value });
      await insert.onConflict((row) => row.doNothing()).execute();
      const stored = db.selectFrom('about').select('value').where('name', '=', name);
      return (await stored.executeTakeFirstOrThrow()).value;
    });
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return value;
  }
}
