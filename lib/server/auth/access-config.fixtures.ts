import type { OidcAccess } from './access-config';

export const sessionSettings = {
  secrets: ['s'.repeat(32)],
  tokensFile: null,
  origin: { canonical: 'https://s.example', accepted: [], https: true },
};

/** Settings for a provider whose users may all sign in. @param issuer its URL */
export function oidcSettings(issuer: string): OidcAccess {
  return {
    mode: 'oidc',
    issuer: new URL(issuer),
    clientId: 'sightline',
    clientSecret: null,
    scope: 'openid',
    groups: [],
    domains: [],
    groupsClaim: 'groups',
    allowUnverified: false,
    ...sessionSettings,
  };
}
