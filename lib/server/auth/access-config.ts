import 'server-only';
import { z } from 'zod';
import { ConfigError } from '../errors.ts';
import { type PasswordHash, parsePasswordHash } from './password-hash.ts';

/** How users sign in. */
export type AccessConfig =
  | ReturnType<typeof readOpen>
  | ({ mode: 'password'; hash: PasswordHash } & SessionConfig)
  | OidcAccess;
export type OidcAccess = { mode: 'oidc' } & ReturnType<typeof readProvider> & SessionConfig;
type SessionConfig = ReturnType<typeof readSessions>;

/** The address at which users open the product. Never taken from a request, whose headers can be forged. */
interface PublicOrigin {
  /** For absolute URLs, such as the redirect URI for an OpenID provider. */
  canonical: string;
  /** Origins of our own forms. Several only on loopback, where one machine has several names. */
  accepted: readonly string[];
  /** Whether it is served over https: then cookies are Secure and browsers are told to require https. */
  https: boolean;
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
type Variables = Readonly<Record<keyof typeof accessVariables, string>>;

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

function readOpen(variables: Variables, demo: boolean) {
  const exposed = !demo && !isLoopback(variables.HOSTNAME);
  if (exposed && variables.SIGHTLINE_ALLOW_OPEN_ACCESS !== '1') {
    throw new ConfigError(
      `SIGHTLINE_AUTH=none on ${variables.HOSTNAME || 'a non-loopback address'} would show the monitors to everyone on the network. Use password or oidc, or set SIGHTLINE_ALLOW_OPEN_ACCESS=1 to allow it.`,
    );
  }
  // Validated in this mode, too, because the launcher sets Strict-Transport-Security by it.
  if (variables.SIGHTLINE_PUBLIC_URL !== '') readOrigin(variables);
  return {
    mode: 'none' as const,
    /** Real monitors are served on a public address, so every page shows a warning. */
    exposed,
    /** A file with tokens is configured, although everyone may read without one. */
    hasNeedlessTokens: variables.SIGHTLINE_API_TOKENS_FILE !== '',
  };
}

/** Returns the public origin. Without a configured URL it is this machine, if the server listens on loopback only. */
function readOrigin(variables: Variables): PublicOrigin {
  const { SIGHTLINE_PUBLIC_URL: publicUrl, SIGHTLINE_AUTH: mode, HOSTNAME: host, PORT: port } = variables;
  if (publicUrl === '') {
    // An OpenID provider redirects to the URL.
    if (!isLoopback(host) || mode === 'oidc') {
      throw new ConfigError(
        'SIGHTLINE_PUBLIC_URL is not set. Set it to the https URL at which people open Sightline.',
      );
    }
    const accepted = ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port || '3000'}`);
    return { canonical: accepted[0] ?? '', accepted, https: false };
  }
  const url = URL.parse(publicUrl);
  if (!isTrusted(url) || url.href !== `${url.origin}/`) {
    throw new ConfigError(
      'SIGHTLINE_PUBLIC_URL must be an https URL without a path, such as https://sightline.example.com (http only on loopback).',
    );
  }
  return { canonical: url.origin, accepted: [url.origin], https: url.protocol === 'https:' };
}

/** Whether it is an https URL, or an http URL of this machine. */
function isTrusted(url: URL | null): url is URL {
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
}

/** An unset host counts as public: the launcher always sets HOSTNAME, also to its loopback default. */
function isLoopback(host: string): boolean {
  return /^(localhost|::1|\[::1\]|127(\.\d{1,3}){3})$/.test(host);
}

function readHash({ SIGHTLINE_PASSWORD_HASH: hash }: Variables): PasswordHash {
  const parsed = parsePasswordHash(hash);
  if (parsed) return parsed;
  throw new ConfigError(
    `SIGHTLINE_PASSWORD_HASH ${hash === '' ? 'is not set' : 'is not a valid password hash'}: make one with "npm run hash-password".`,
  );
}

const SECRET_MIN = 32;

function readSessions(variables: Variables) {
  const secrets = splitList(variables.SIGHTLINE_SESSION_SECRETS);
  if (secrets.some((secret) => secret.length < SECRET_MIN)) {
    throw new ConfigError(
      `SIGHTLINE_SESSION_SECRETS must be a comma-separated list of secrets of at least ${SECRET_MIN} characters, newest first.`,
    );
  }
  return {
    /** Newest first; empty: one is generated, and stored for the next start. */
    secrets,
    origin: readOrigin(variables),
    /** The path of the file with the tokens for scripts; null: there are none. */
    tokensFile: variables.SIGHTLINE_API_TOKENS_FILE || null,
  };
}

function readProvider(variables: Variables) {
  const clientId = variables.SIGHTLINE_OIDC_CLIENT_ID;
  if (clientId === '')
    throw new ConfigError('SIGHTLINE_OIDC_CLIENT_ID is not set. Your OpenID provider issues it.');
  const issuer = URL.parse(variables.SIGHTLINE_OIDC_ISSUER);
  if (!isTrusted(issuer)) {
    throw new ConfigError('SIGHTLINE_OIDC_ISSUER must be the https URL of the OpenID provider.');
  }
  const domains = splitList(variables.SIGHTLINE_OIDC_ALLOWED_DOMAINS);
  return {
    issuer,
    clientId,
    clientSecret: variables.SIGHTLINE_OIDC_CLIENT_SECRET || null,
    scope: variables.SIGHTLINE_OIDC_SCOPE || 'openid profile email',
    /** Users must be a member of one of these groups; empty: no such restriction. */
    groups: splitList(variables.SIGHTLINE_OIDC_ALLOWED_GROUPS),
    /** Users must have a verified email address in one of these domains; empty: no such restriction. */
    domains: domains.map((domain) => domain.toLowerCase().replace(/^@/, '')),
    /** Name of the claim that lists a user's groups. */
    groupsClaim: variables.SIGHTLINE_OIDC_GROUPS_CLAIM || 'groups',
  };
}

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
