import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { freePort } from '../../../lib/demo/free-port.ts';
import { endNow, listenOnLoopback } from '../http/loopback.ts';

/** An OpenID provider with a login page. Its site differs from the product's. */
export interface OpenIdProvider {
  issuer: string;
  close(): Promise<void>;
}

const client = { id: 'sightline', secret: 'a secret that only the two servers know' };

/** Who can sign in, with any password, as `ada`. */
const ada = { name: 'Ada Lovelace', email: 'ada@example.com', email_verified: true, groups: ['ops'] };

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** @param productUrl origin of the product to which it redirects users */
export async function startOpenIdProvider(productUrl: string): Promise<OpenIdProvider> {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  // Only here: it takes long to load, and warns on loading that it does not know our version of Node.
  const { Provider } = await import('oidc-provider');
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${productUrl}/api/auth/callback`],
        post_logout_redirect_uris: [`${productUrl}/login`],
      },
    ],
    // As in the standard, these claims are in UserInfo, not in the ID token.
    claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...ada }),
    }),
    pkce: { required: () => true },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['keys of the test'] },
    ttl: {
      Session: 86_400,
      Grant: 86_400,
      Interaction: 3600,
      AuthorizationCode: 3600,
      AccessToken: 3600,
      IdToken: 7 * 86_400,
    },
  });
  const server = createServer(provider.callback());
  await listenOnLoopback(server, port);
  return { issuer, close: () => endNow(server) };
}

/** Settings of a product that uses this provider. */
export function withProvider(issuer: string, productUrl: string): Record<string, string> {
  return {
    SIGHTLINE_AUTH: 'oidc',
    SIGHTLINE_PUBLIC_URL: productUrl,
    PORT: new URL(productUrl).port,
    SIGHTLINE_OIDC_ISSUER: issuer,
    SIGHTLINE_OIDC_CLIENT_ID: client.id,
    SIGHTLINE_OIDC_CLIENT_SECRET: client.secret,
  };
}

/** Signs in and gives consent on the provider's own pages. */
export async function signInAtProvider(page: Page, person: string): Promise<void> {
  // The provider's pages load a font from the Internet, which tests must not access.
  await page.route(/googleapis/, (route) => route.abort());
  await page.getByPlaceholder('Enter any login').fill(person);
  await page.getByPlaceholder('and password').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

export function goToProvider(page: Page): Promise<void> {
  return page.getByRole('link', { name: 'Sign in with your organization' }).click();
}
