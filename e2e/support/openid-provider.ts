import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { Provider } from 'oidc-provider';
import { endNow, freePort, listenOnLoopback } from './loopback.ts';

/** An OpenID provider with a login page, on a site of its own. */
export interface OpenIdProvider {
  issuer: string;
  /** Cuts it off: nobody can reach it until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Does not send the next one back who has signed in. @returns the address where they would have been sent */
  keepNext(): Promise<string>;
}

export const client = { id: 'sightline', secret: 'a secret that only the two servers know' };

/** Who can sign in there, whatever password they give. */
const people: Record<string, { name: string; email: string; email_verified: boolean; groups: string[] }> = {
  ada: { name: 'Ada Lovelace', email: 'ada@example.com', email_verified: true, groups: ['ops', 'staff'] },
  mallory: { name: 'Mallory', email: 'mallory@evil.example', email_verified: true, groups: ['staff'] },
  eve: { name: 'Eve', email: 'eve@example.com', email_verified: false, groups: ['ops'] },
};

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** @param productUrl origin of the product that it sends people back to */
export async function startOpenIdProvider(productUrl: string): Promise<OpenIdProvider> {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${productUrl}/api/auth/callback`],
        post_logout_redirect_uris: [`${productUrl}/login`],
      },
    ],
    // Strictly by the standard: these claims are at UserInfo, not in the ID token.
    claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people[id] }),
    }),
    pkce: { required: () => true },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['keys of the test'] },
    ttl: { Session: 86_400, Grant: 86_400, Interaction: 3600, AccessToken: 3600, IdToken: 7 * 86_400 },
  });
  let keep: ((address: string) => void) | null = null;
  provider.use(async (context, next) => {
    await next();
    const address = context.response.get('Location');
    if (keep === null || !address?.startsWith(`${productUrl}/api/auth/callback`)) return;
    keep(address);
    keep = null;
    context.response.remove('Location');
    context.status = 200;
    context.body = 'Kept.';
  });
  const handle = provider.callback();
  let server = createServer(handle);
  await listenOnLoopback(server, port);
  return {
    issuer,
    down: () => endNow(server),
    async up() {
      server = createServer(handle);
      await listenOnLoopback(server, port);
    },
    keepNext: () =>
      new Promise((resolve) => {
        keep = resolve;
      }),
  };
}

/** Settings of a product that sends people to this provider. */
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

/** Signs in on the provider's own pages, and agrees to what it asks. */
export async function signInAtProvider(page: Page, person: string): Promise<void> {
  // Its pages ask for a font elsewhere; nothing here leaves the machine.
  await page.route(/googleapis/, (route) => route.abort());
  await page.getByPlaceholder('Enter any login').fill(person);
  await page.getByPlaceholder('and password').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

export function leaveForProvider(page: Page): Promise<void> {
  return page.getByRole('link', { name: 'Sign in with your organization' }).click();
}
