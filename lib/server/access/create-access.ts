import 'server-only';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Shared } from '../shared/shared.ts';
import type { PersistentState } from '../store/persistent-state.ts';
import type { AccessConfig } from './access-config.ts';
import { type ApiTokens, createApiTokens, type TokenOutcome } from './api-tokens.ts';
import { createSealedCookie, type SealedCookie } from './cookies.ts';
import { createGate, type Gate, openGate } from './gate.ts';
import { loadKnownNetworks } from './known-networks.ts';
import { createFailedLogins } from './login-blocks.ts';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';
import { createOidc, type Oidc, PENDING_S, type PendingLogin, pendingLoginSchema } from './oidc.ts';
import type { PasswordHash } from './password-hash.ts';
import type { PublicOrigin } from './public-origin.ts';
import { readTokenFile } from './read-token-file.ts';
import { ABSOLUTE_S, createSessions, type Sessions } from './sessions.ts';
import { createTokenLimits } from './token-limits.ts';
import { openTokenList } from './token-list.ts';

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
  persistentState: Pick<PersistentState, 'load' | 'save'>;
  shared: Shared;
  randomId: () => string;
  /** Counts the requests with a token. */
  countToken: (outcome: TokenOutcome) => void;
}

/**
 * Creates the parts of the configured mode. Loads the known networks that an earlier process stored.
 * @throws ConfigError when the file with the tokens cannot be read
 */
export async function createAccess(config: AccessConfig, parts: AccessParts): Promise<Access> {
  const { clock, log, persistentState, shared, randomId } = parts;
  if (config.mode === 'none') {
    if (config.hasNeedlessTokens) {
      log.warn('SIGHTLINE_API_TOKENS_FILE has no effect: with SIGHTLINE_AUTH=none everyone may read');
    }
    return { mode: 'none', exposed: config.exposed, gate: openGate };
  }
  const { secrets, origin } = config;
  const tokens = config.tokensFile === null ? null : await openTokens(config.tokensFile, parts);
  const sealOptions = { secrets, secure: origin.https };
  const sessions = shared.state?.sessions(realmOf(config)) ?? createSessions({ clock, randomId });
  const cookie = createSealedCookie({
    ...sealOptions,
    name: 'sightline',
    schema: z.object({ id: z.string() }),
    maxAgeS: ABSOLUTE_S,
  });
  const common = { sessions, cookie, origin, gate: createGate({ sessions, cookie, tokens }) };
  if (config.mode === 'password') {
    const { hash } = config;
    // The hash's key is a secret that survives restarts. A new password makes all networks unknown.
    const logins = shared.state?.logins(hash.key) ?? {
      failed: createFailedLogins(clock),
      known: await loadKnownNetworks({ clock, persistentState, key: hash.key }),
    };
    const throttle = createLoginThrottle({ clock, ...logins, replicas: shared.replicas.count });
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
    limits: createTokenLimits(clock),
    failed: createFailedLogins(clock),
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
