import 'server-only';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { AccessConfig } from './access-config.ts';
import { type ApiTokens, createApiTokens, type TokenOutcome } from './api-tokens.ts';
import { createSealedCookie, type SealedCookie } from './cookies.ts';
import { createGate, type Gate, openGate } from './gate.ts';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';
import { createOidc, type Oidc, PENDING_S, type PendingLogin, pendingLoginSchema } from './oidc.ts';
import type { PasswordHash } from './password-hash.ts';
import type { PublicOrigin } from './public-origin.ts';
import type { CreateLimiter } from './rate-limiter.ts';
import { ABSOLUTE_S, type Sessions } from './sessions.ts';
import { openTokenList, readTokenFile } from './token-list.ts';

/** The access mode with the parts that it needs. */
export type Access =
  | { mode: 'none'; exposed: boolean; gate: Gate }
  | ({ mode: 'password'; hash: PasswordHash; throttle: LoginThrottle } & WithSessions)
  | ({ mode: 'oidc'; oidc: Oidc; pendingCookie: SealedCookie<PendingLogin> } & WithSessions);

/** Common to both modes with sessions. */
export interface WithSessions {
  gate: Gate;
  sessions: Sessions;
  cookie: SealedCookie<{ id: string }>;
  origin: PublicOrigin;
}

interface AccessParts {
  /** Of this process: its monotonic time never goes back. */
  clock: Clock;
  log: Logger;
  /** @param realm identifies how users sign in: after a restart with another one, users sign in again */
  createSessions: (realm: string) => Sessions;
  /** Returns the secret that seals cookies where none is configured. */
  ownSecret: () => Promise<string>;
  /** Counts the attempts to sign in. */
  createLimiter: CreateLimiter;
  /** Counts the requests with a token. */
  countToken: (outcome: TokenOutcome) => void;
}

/**
 * Creates the parts of the configured mode.
 * @throws ConfigError when the file with the tokens cannot be read
 */
export async function createAccess(config: AccessConfig, parts: AccessParts): Promise<Access> {
  const { clock, log, createLimiter } = parts;
  if (config.mode === 'none') {
    if (config.hasNeedlessTokens) {
      log.warn('SIGHTLINE_API_TOKENS_FILE has no effect: with SIGHTLINE_AUTH=none everyone may read');
    }
    return { mode: 'none', exposed: config.exposed, gate: openGate };
  }
  const { origin } = config;
  const secrets = config.secrets.length > 0 ? config.secrets : [await parts.ownSecret()];
  const tokens = config.tokensFile === null ? null : await openTokens(config.tokensFile, parts);
  const sealOptions = { secrets, secure: origin.https };
  const sessions = parts.createSessions(realmOf(config));
  const cookie = createSealedCookie({
    ...sealOptions,
    name: 'sightline',
    schema: z.object({ id: z.string() }),
    maxAgeS: ABSOLUTE_S,
  });
  const common = { sessions, cookie, origin, gate: createGate({ sessions, cookie, tokens }) };
  if (config.mode === 'password') {
    const { hash } = config;
    const throttle = createLoginThrottle({ createLimiter, secret: hash.key });
    return { mode: 'password', hash, throttle, ...common };
  }
  const pendingCookie = createSealedCookie({
    ...sealOptions,
    name: 'sightline-login',
    schema: pendingLoginSchema,
    maxAgeS: PENDING_S,
  });
  const report = (refusal: string, reason: string) => log.warn({ refusal, reason }, 'provider');
  return { mode: 'oidc', oidc: createOidc(config, { clock, report }), pendingCookie, ...common };
}

/** @throws ConfigError when the file cannot be read */
async function openTokens(path: string, { clock, log, countToken }: AccessParts): Promise<ApiTokens> {
  return createApiTokens({
    list: await openTokenList({ path, read: readTokenFile, clock, log }),
    clock,
    count: countToken,
  });
}

/** Identifies how users sign in. After a restart with another one, users sign in again. */
function realmOf(config: Exclude<AccessConfig, { mode: 'none' }>): string {
  if (config.mode === 'password') return `password ${config.hash.key.toString('base64')}`;
  const { issuer, clientId, groups, domains, groupsClaim } = config;
  return JSON.stringify(['oidc', issuer.href, clientId, groups, domains, groupsClaim]);
}
