import 'server-only';
import { z } from 'zod';
import { parseJson } from '../../text/parse-json.ts';
import { refuseConfig } from '../errors.ts';
import { type PasswordHash, parsePasswordHash } from './password-hash.ts';

export type AccessConfig =
  | ReturnType<typeof readOpen>
  | ({ mode: 'password'; hash: PasswordHash } & SessionConfig)
  | OidcAccess;
export type OidcAccess = { mode: 'oidc' } & ReturnType<typeof readProvider> & SessionConfig;
type SessionConfig = ReturnType<typeof readSessions>;

export const textVariable = z.string().trim().default('');
const textOr = (initial: string) => textVariable.transform((value) => value || initial);
/** Text; null when empty. */
const optional = textVariable.transform((value) => value || null);
const split = (value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
const list = textVariable.transform(split);

/**
 * A list of who has access: separated by commas, or a JSON array for names that contain commas. An empty setting gives everybody
 * access. A setting that only looks empty is an error, such as a `,` between two variables that are not set.
 */
const allowList = (name: string) =>
  textVariable.transform((value, context) => {
    const isJson = value.startsWith('[');
    const { data } = z.array(z.string()).safeParse(isJson ? parseJson(value) : split(value));
    if (data?.some((item) => item.trim() !== '') || value === '') return data ?? [];
    context.addIssue(
      data === undefined
        ? `${name} must be a comma-separated list, or a JSON array of texts.`
        : `${name} is set, but names nobody. Unset it if every user of the provider should have access.`,
    );
    return z.NEVER;
  });

export const accessVariables = z.object({
  SIGHTLINE_AUTH: textVariable,
  SIGHTLINE_ALLOW_OPEN_ACCESS: textVariable,
  SIGHTLINE_PUBLIC_URL: textVariable,
  SIGHTLINE_PASSWORD_HASH: textVariable,
  SIGHTLINE_SESSION_SECRETS: list,
  SIGHTLINE_API_TOKENS_FILE: optional,
  SIGHTLINE_OIDC_ISSUER: textVariable,
  SIGHTLINE_OIDC_CLIENT_ID: textVariable,
  SIGHTLINE_OIDC_CLIENT_SECRET: optional,
  SIGHTLINE_OIDC_SCOPE: textOr('openid profile email'),
  SIGHTLINE_OIDC_ALLOWED_GROUPS: allowList('SIGHTLINE_OIDC_ALLOWED_GROUPS'),
  SIGHTLINE_OIDC_ALLOWED_DOMAINS: allowList('SIGHTLINE_OIDC_ALLOWED_DOMAINS'),
  SIGHTLINE_OIDC_GROUPS_CLAIM: textOr('groups'),
  SIGHTLINE_OIDC_EMAIL_UNVERIFIED: textVariable.pipe(
    z.enum(['', 'allow'], { error: 'SIGHTLINE_OIDC_EMAIL_UNVERIFIED must be allow or empty.' }),
  ),
  HOSTNAME: textVariable,
  PORT: textOr('3000'),
});
type Variables = z.infer<typeof accessVariables>;

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
      return refuseConfig(
        'SIGHTLINE_AUTH is not set. Set it to password, oidc or none (no sign-in: anyone who can reach the address sees the monitors).',
      );
    default:
      return refuseConfig('SIGHTLINE_AUTH must be password, oidc or none.');
  }
}

function readOpen(variables: Variables, demo: boolean) {
  const exposed = !demo && !isLoopback(variables.HOSTNAME);
  if (exposed && variables.SIGHTLINE_ALLOW_OPEN_ACCESS !== '1') {
    refuseConfig(
      `SIGHTLINE_AUTH=none on ${variables.HOSTNAME || 'a non-loopback address'} would show the monitors to everyone on the network. Use password or oidc, or set SIGHTLINE_ALLOW_OPEN_ACCESS=1 to allow it.`,
    );
  }
  // Validated in this mode, too, because Strict-Transport-Security depends on it (lib/launch).
  const hasUrl = variables.SIGHTLINE_PUBLIC_URL !== '';
  return {
    mode: 'none' as const,
    /** For absolute URLs. */
    canonical: hasUrl ? readOrigin(variables).canonical : `http://localhost:${variables.PORT}`,
    /** Real monitors are served on a public address, so every page shows a warning. */
    exposed,
    /** A file with tokens is configured, although everyone may read without one. */
    hasNeedlessTokens: variables.SIGHTLINE_API_TOKENS_FILE !== null,
  };
}

/**
 * Returns the address at which users open the product. Without a configured URL it is this machine, if the server listens on
 * loopback only. It is never taken from a request, whose headers can be forged.
 *
 * @returns `canonical`: for absolute URLs, such as the redirect URI. `accepted`: the origins of our forms; several only on
 *   loopback, where one machine has several names. `https`: then cookies are Secure and browsers are told to require https
 */
function readOrigin({ SIGHTLINE_PUBLIC_URL, SIGHTLINE_AUTH: mode, HOSTNAME: host, PORT: port }: Variables) {
  if (SIGHTLINE_PUBLIC_URL === '') {
    // An OpenID provider redirects to the URL.
    if (!isLoopback(host) || mode === 'oidc') {
      refuseConfig(
        'SIGHTLINE_PUBLIC_URL is not set. Set it to the https URL at which people open Sightline.',
      );
    }
    const accepted = ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`);
    return { canonical: `http://localhost:${port}`, accepted, https: false };
  }
  const url = URL.parse(SIGHTLINE_PUBLIC_URL);
  if (!isTrusted(url) || url.href !== `${url.origin}/`) {
    return refuseConfig(
      'SIGHTLINE_PUBLIC_URL must be an https URL without a path, such as https://sightline.example.com (http only on loopback). A path belongs into SIGHTLINE_BASE_PATH.',
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
  const problem = hash === '' ? 'is not set' : 'is not a valid password hash';
  return (
    parsePasswordHash(hash) ??
    refuseConfig(`SIGHTLINE_PASSWORD_HASH ${problem}: make one with "npm run hash-password".`)
  );
}

const SECRET_MIN = 32;

function readSessions(variables: Variables) {
  const secrets = variables.SIGHTLINE_SESSION_SECRETS;
  if (secrets.some((secret) => secret.length < SECRET_MIN)) {
    refuseConfig(
      `SIGHTLINE_SESSION_SECRETS must be a comma-separated list of secrets of at least ${SECRET_MIN} characters, newest first.`,
    );
  }
  return {
    /** Newest first; empty: one is generated, and stored for the next start. */
    secrets,
    origin: readOrigin(variables),
    /** The path of the file with the tokens for scripts; null: there are none. */
    tokensFile: variables.SIGHTLINE_API_TOKENS_FILE,
  };
}

function readProvider(variables: Variables) {
  const clientId = variables.SIGHTLINE_OIDC_CLIENT_ID;
  if (clientId === '') refuseConfig('SIGHTLINE_OIDC_CLIENT_ID is not set. Your OpenID provider issues it.');
  const issuer = URL.parse(variables.SIGHTLINE_OIDC_ISSUER);
  if (!isTrusted(issuer)) {
    return refuseConfig('SIGHTLINE_OIDC_ISSUER must be the https URL of the OpenID provider.');
  }
  return {
    issuer,
    clientId,
    clientSecret: variables.SIGHTLINE_OIDC_CLIENT_SECRET,
    scope: variables.SIGHTLINE_OIDC_SCOPE,
    /** Users must be a member of one of these groups; empty: no such restriction. */
    groups: variables.SIGHTLINE_OIDC_ALLOWED_GROUPS,
    /** Users must have a verified email address in one of these domains; empty: no such restriction. */
    domains: variables.SIGHTLINE_OIDC_ALLOWED_DOMAINS.map((domain) => domain.toLowerCase().replace(/^@/, '')),
    /** Whether an email address counts if the provider does not say that it is verified. */
    allowUnverified: variables.SIGHTLINE_OIDC_EMAIL_UNVERIFIED === 'allow',
    /** Name of the claim that lists a user's groups, or its path. */
    groupsClaim: variables.SIGHTLINE_OIDC_GROUPS_CLAIM,
  };
}
