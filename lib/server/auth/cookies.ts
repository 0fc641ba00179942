import 'server-only';
import { createHash } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import type { z } from 'zod';

/**
 * A cookie that only this server can create or read. `T` is its content. Seals do not expire, because that would depend on
 * the clock of the process that has sealed: the reader checks validity.
 */
export interface SealedCookie<T> {
  /** Returns the value of the `Set-Cookie` header that sets it. */
  set(content: T): Promise<string>;
  /** Returns the value of the `Set-Cookie` header that removes it. */
  clear(): string;
  /** Returns its content from a `Cookie` header; null when it is missing, too long, damaged or sealed by another server. */
  read(header: string | null): Promise<T | null>;
}

interface Options<T> {
  /**
   * Without prefix: over https it is prefixed with `__Host-`, which restricts the cookie to this exact host.
   */
  name: string;
  /** Newest first: it seals, and all of them unseal. At least 32 characters each. */
  secrets: readonly string[];
  schema: z.ZodType<T>;
  /** When the browser deletes it, seconds. */
  maxAgeS: number;
  /** False only for http on loopback, where not every browser keeps a Secure cookie. */
  secure: boolean;
}

/** Maximum length of a sealed value. This server never creates longer ones. */
const VALUE_MAX = 4096;
/** iron-session's `ttl` for seals that stay valid. */
const NO_END = 0;

export function createSealedCookie<T>(options: Options<T>): SealedCookie<T> {
  const { schema, maxAgeS, secure } = options;
  const name = secure ? `__Host-${options.name}` : `${options.name}-local`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const passwords = Object.fromEntries(options.secrets.map((secret) => [fingerprint(secret), secret]));
  const [newest = ''] = options.secrets;

  return {
    set: async (content) =>
      `${name}=${await sealData(content, { password: { [fingerprint(newest)]: newest }, ttl: NO_END })}; ${attributes}; Max-Age=${maxAgeS}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
    async read(header) {
      const value = cookieValue(header, name);
      if (value === null || value.length > VALUE_MAX) return null;
      const content: unknown = await unsealData(value, { password: passwords, ttl: NO_END }).catch(
        () => null,
      );
      return schema.safeParse(content).data ?? null;
    },
  };
}

/**
 * Returns the id of a secret, which iron-session stores in each seal. Because it is derived from the secret
 * itself, it stays valid when other secrets are added or removed.
 */
function fingerprint(secret: string): string {
  return String(createHash('sha256').update(secret).digest().readUIntBE(0, 6));
}

/** Returns the first cookie with the name, unchanged from the header. */
function cookieValue(header: string | null, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [key, ...rest] = pair.split('=');
    if (key?.trim() === name) return rest.join('=').trim();
  }
  return null;
}
