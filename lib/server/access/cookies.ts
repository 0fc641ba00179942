import 'server-only';
import { createHash } from 'node:crypto';
import { sealData, unsealData } from 'iron-session';
import type { z } from 'zod';

/** A cookie that only this server can make or read. `T` is what it holds. */
export interface SealedCookie<T> {
  /** The whole value of a `Set-Cookie` header that sets it. */
  set(content: T): Promise<string>;
  /** The whole value of a `Set-Cookie` header that removes it. */
  clear(): string;
  /** Its value as it stands in a `Cookie` header, still sealed; null when it is missing or too long to be ours. */
  sealed(header: string | null): string | null;
  /** What a sealed value holds: null when it is damaged, too old or sealed by another server. */
  unseal(value: string): Promise<T | null>;
  /** Both: what a `Cookie` header holds of it. */
  read(header: string | null): Promise<T | null>;
}

interface Options<T> {
  /** Without its prefix: over https `__Host-` is put before it, which pins it to this very host. */
  name: string;
  /** The newest secret first: it seals; all of them open. At least 32 characters each. */
  secrets: readonly string[];
  schema: z.ZodType<T>;
  /** Lifetime, seconds. */
  ttlS: number;
  /** False only for plain http on loopback, where browsers would not keep a Secure cookie everywhere. */
  secure: boolean;
}

/** A longer value cannot be one of ours. */
const LONGEST = 4096;

export function createSealedCookie<T>(options: Options<T>): SealedCookie<T> {
  const { schema, ttlS, secure } = options;
  const name = secure ? `__Host-${options.name}` : `${options.name}-local`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const passwords = Object.fromEntries(options.secrets.map((secret) => [fingerprint(secret), secret]));
  const [newest = ''] = options.secrets;

  function sealed(header: string | null): string | null {
    const value = cookieValue(header, name);
    return value === null || value.length > LONGEST ? null : value;
  }

  async function unseal(value: string): Promise<T | null> {
    const content: unknown = await unsealData(value, { password: passwords, ttl: ttlS }).catch(() => null);
    return schema.safeParse(content).data ?? null;
  }

  return {
    set: async (content) =>
      `${name}=${await sealData(content, { password: { [fingerprint(newest)]: newest }, ttl: ttlS })}; ${attributes}; Max-Age=${ttlS}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
    sealed,
    unseal,
    async read(header) {
      const value = sealed(header);
      return value === null ? null : unseal(value);
    },
  };
}

/**
 * iron-session notes in a seal the number of the secret that made it. A number that follows from the secret itself
 * stays true when secrets are added before it or removed behind it.
 */
function fingerprint(secret: string): string {
  return String(createHash('sha256').update(secret).digest().readUIntBE(0, 6));
}

/** The first cookie of that name, as it stands in the header. */
function cookieValue(header: string | null, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [key, ...rest] = pair.split('=');
    if (key?.trim() === name) return rest.join('=').trim();
  }
  return null;
}
