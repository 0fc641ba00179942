import 'server-only';
import { z } from 'zod';
import { ConfigError } from '../errors.ts';
import { type PasswordHash, parsePasswordHash } from './password-hash.ts';
import { type PublicOrigin, readPublicOrigin } from './public-origin.ts';

/** How users sign in. */
export type AccessConfig = OpenAccess | PasswordAccess | OidcAccess;

/** No sign-in. `exposed`: real monitors are served on a public address, so every page shows a warning. */
interface OpenAccess {
  mode: 'none';
  exposed: boolean;
  /** Whether a file with tokens is configured, although everyone may read without one. */
  hasNeedlessTokens: boolean;
}

/** Common to the modes with sessions. */
interface WithSessions {
  /** Newest first; empty: one is generated, and stored for the next start. */
  secrets: readonly string[];
  origin: PublicOrigin;
  /** The path of the file with the tokens for scripts; null: there are none. */
  tokensFile: string | null;
}

interface PasswordAccess extends WithSessions {
  mode: 'password';
  hash: PasswordHash;
}

export interface OidcAccess extends WithSessions {
  mode: 'oidc';
  issuer: URL;
  clientId: string;
  clientSecret: string | null;
  scope: string;
  /** Users must be a member of one of these groups; empty: no such restriction. */
  groups: readonly string[];
  /** Users must have a verified email address in one of these domains; empty: no such restriction. */
  domains: readonly string[];
  /** Name of the claim that lists a user's groups. */
  groupsClaim: string;
}

const text = z.string().trim().default('');

/** The environment variables that configure access. */
export const accessVariables = {
  SIGHTLINE_AUTH: text,
  SIGHTLINE_ALLOW_OPEN_ACCESS: text,
  SIGHTLINE_PUBLIC_URL: text,
  SIGHTLINE_PASSWORD_HASH: text,
  SIGHTLINE_SESSION_SECRETS: text,
  SIGHTLINE_API_TOKENS_FILE: text,
  SIGHTLINE_OIDC_ISSUER: text,
  SIGHTLINE_OIDC_CLIENT_ID: text,
  SIGHTLINE_OIDC_CLIENT_SECRET: text,
  SIGHTLINE_OIDC_SCOPE: text,
  SIGHTLINE_OIDC_ALLOWED_GROUPS: text,
  SIGHTLINE_OIDC_ALLOWED_DOMAINS: text,
  SIGHTLINE_OIDC_GROUPS_CLAIM: text,
  HOSTNAME: text,
  PORT: text,
};
const accessSchema = z.object(accessVariables);
type Variables = z.infer<typeof accessSchema>;

/**
 * Reads the access configuration from the environment.
 * @param demo whether demo data is served, which needs no protection
 * @throws ConfigError with a sentence for the operator
 */
export function readAccess(variables: Variables, demo: boolean): AccessConfig {
  const mode = variables.SIGHTLINE_AUTH || (demo ? 'none' : '');
  switch (mode) {
    case 'none':
      return readOpen(variables, demo);
    case 'password':
      return { mode, hash: readHash(variables), ...readSessions(variables) };
    case 'oidc':
      return { mode, ...readProvider(variables), ...readSessions(variables) };
    case '':
      throw new ConfigError(
        'SIGHTLINE_AUTH is not set. Set it to password, oidc or none (no sign-in: anyone who can reach the address sees the monitors).',
      );
    default:
      throw new ConfigError('SIGHTLINE_AUTH must be password, oidc or none.');
  }
}

function readOpen(variables: Variables, demo: boolean): OpenAccess {
  const exposed = !demo && !isLoopback(variables.HOSTNAME);
  if (exposed && variables.SIGHTLINE_ALLOW_OPEN_ACCESS !== '1') {
    throw new ConfigError(
      `SIGHTLINE_AUTH=none on ${variables.HOSTNAME || 'a non-loopback address'} would show the monitors to everyone on the network. Use password or oidc, or set SIGHTLINE_ALLOW_OPEN_ACCESS=1 to allow it.`,
    );
  }
  // Validated in this mode, too, because the launcher sets Strict-Transport-Security by it.
  if (variables.SIGHTLINE_PUBLIC_URL !== '') readOrigin(variables);
  return { mode: 'none', exposed, hasNeedlessTokens: variables.SIGHTLINE_API_TOKENS_FILE !== '' };
}

function readOrigin(variables: Variables): PublicOrigin {
  return readPublicOrigin({
    publicUrl: variables.SIGHTLINE_PUBLIC_URL,
    loopback: isLoopback(variables.HOSTNAME),
    port: variables.PORT,
    needed: variables.SIGHTLINE_AUTH === 'oidc',
  });
}

/** An unset host counts as public: the launcher always sets HOSTNAME, also to its loopback default. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function readHash({ SIGHTLINE_PASSWORD_HASH: hash }: Variables): PasswordHash {
  const parsed = parsePasswordHash(hash);
  if (parsed) return parsed;
  throw new ConfigError(
    `SIGHTLINE_PASSWORD_HASH ${hash === '' ? 'is not set' : 'is not a valid password hash'}: make one with "npm run hash-password".`,
  );
}

const SECRET_MIN = 32;

function readSessions(variables: Variables): WithSessions {
  const configured = splitList(variables.SIGHTLINE_SESSION_SECRETS);
  if (configured.some((secret) => secret.length < SECRET_MIN)) {
    throw new ConfigError(
      `SIGHTLINE_SESSION_SECRETS must be a comma-separated list of secrets of at least ${SECRET_MIN} characters, newest first.`,
    );
  }
  return {
    secrets: configured,
    origin: readOrigin(variables),
    tokensFile: variables.SIGHTLINE_API_TOKENS_FILE || null,
  };
}

function readProvider(variables: Variables): Omit<OidcAccess, 'mode' | keyof WithSessions> {
  const { SIGHTLINE_OIDC_ISSUER: issuer, SIGHTLINE_OIDC_CLIENT_ID: clientId } = variables;
  if (clientId === '')
    throw new ConfigError('SIGHTLINE_OIDC_CLIENT_ID is not set. Your OpenID provider issues it.');
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const trusted = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url === null || !trusted) {
    throw new ConfigError('SIGHTLINE_OIDC_ISSUER must be the https URL of the OpenID provider.');
  }
  return {
    issuer: url,
    clientId,
    clientSecret: variables.SIGHTLINE_OIDC_CLIENT_SECRET || null,
    scope: variables.SIGHTLINE_OIDC_SCOPE || 'openid profile email',
    groups: splitList(variables.SIGHTLINE_OIDC_ALLOWED_GROUPS),
    domains: splitList(variables.SIGHTLINE_OIDC_ALLOWED_DOMAINS).map((domain) =>
      domain.toLowerCase().replace(/^@/, ''),
    ),
    groupsClaim: variables.SIGHTLINE_OIDC_GROUPS_CLAIM || 'groups',
  };
}

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
