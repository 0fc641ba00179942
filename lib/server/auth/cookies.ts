import { basePath, withBasePath } from '@/lib/text/base-path';
import 'server-only';
import { createHash } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import type { z } from 'zod';
import { cookieValue } from '../../client/preferences.ts';

/** A cookie with the content `T` that only this server can create or read. */
export type SealedCookie<T> = ReturnType<typeof createSealedCookie<T>>;

/** Maximum length of a sealed value. This server never creates a longer one. */
const VALUE_MAX = 4096;
/** The cookie of a session, without its prefix. */
export const SESSION_COOKIE = 'sightline';

/**
 * Returns the name of a cookie. Over https `__Host-` restricts it to this exact host. Browsers accept that for the path `/` only:
 * below a base path it is `__Secure-`.
 */
export function cookieName(name: string, secure: boolean, path = basePath): string {
  if (!secure) return `${name}-local`;
  return `${path === '' ? '__Host-' : '__Secure-'}${name}`;
}

/** iron-session's `ttl` for seals that do not expire. The reader checks validity by the clock of the replicas. */
const NO_END = 0;

/**
 * @param options.name without the prefix that `cookieName` adds
 * @param options.secrets newest first: it seals, and all of them unseal. At least 32 characters each
 * @param options.maxAgeS when the browser deletes it, seconds
 * @param options.sameSite with `Strict`, browsers do not send it when a link of another site is followed either
 * @param options.secure false only for http on loopback, where not every browser keeps a Secure cookie
 */
export function createSealedCookie<T>(options: {
  name: string;
  secrets: readonly string[];
  schema: z.ZodType<T>;
  maxAgeS: number;
  sameSite?: 'Lax' | 'Strict';
  secure: boolean;
}) {
  const { schema, maxAgeS, sameSite = 'Lax', secure } = options;
  const name = cookieName(options.name, secure);
  const attributes = `Path=${withBasePath('/')}; HttpOnly; SameSite=${sameSite}${secure ? '; Secure' : ''}`;
  const passwords = options.secrets.map((secret) => [fingerprint(secret), secret] as const);
  const password = Object.fromEntries(passwords);
  const newest = Object.fromEntries(passwords.slice(0, 1));

  return {
    /** Returns the value of the `Set-Cookie` header that sets it. */
    async set(content: T): Promise<string> {
      const value = await sealData(content, { password: newest, ttl: NO_END });
      return `${name}=${value}; ${attributes}; Max-Age=${maxAgeS}`;
    },
    /** Returns the value of the `Set-Cookie` header that removes it. */
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
    /** Returns its content from a `Cookie` header; null when it is missing, too long, damaged or sealed by another server. */
    async read(header: string | null): Promise<T | null> {
      const value = cookieValue(header, name);
      if (value === undefined || value.length > VALUE_MAX) return null;
      const content: unknown = await unsealData(value, { password, ttl: NO_END }).catch(() => null);
      return schema.safeParse(content).data ?? null;
    },
  };
}

/**
 * Returns the id of a secret, which iron-session stores in each seal. It is derived from the secret, so that it stays valid
 * when other secrets are added or removed.
 */
function fingerprint(secret: string): string {
  return String(createHash('sha256').update(secret).digest().readUIntBE(0, 6));
}
