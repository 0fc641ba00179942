import 'server-only';
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** A parsed hash: scrypt's cost (as a power of two), block size and parallelization, the salt and the key. */
export interface PasswordHash {
  log2N: number;
  r: number;
  p: number;
  salt: Buffer;
  key: Buffer;
}

/** The setting recommended by OWASP that needs 64 MiB: a few hashes at once must fit into a small container. */
const COST = { log2N: 16, r: 8, p: 2 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const COST_MAX = { log2N: 20, r: 32, p: 16 } as const;

/** "scrypt:16:8:2:<salt>:<key>", salt and key in base64url: without `$`, which shells would expand. */
const pattern = /^scrypt:(\d{1,2}):(\d{1,2}):(\d{1,2}):([\w-]{16,128}):([\w-]{32,128})$/;

/** Hashes a password with a random salt. @returns the value for SIGHTLINE_PASSWORD_HASH */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, { ...COST, salt, key: Buffer.alloc(KEY_BYTES) });
  const { log2N, r, p } = COST;
  return ['scrypt', log2N, r, p, salt.toString('base64url'), key.toString('base64url')].join(':');
}

/** Parses a hash in the format of `hashPassword`; null when it is invalid or too expensive to verify. */
export function parsePasswordHash(text: string): PasswordHash | null {
  const [, log2N, r, p, salt, key] = pattern.exec(text) ?? [];
  if (salt === undefined || key === undefined) return null;
  const hash = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const affordable =
    hash.log2N >= 10 && hash.log2N <= COST_MAX.log2N && hash.r <= COST_MAX.r && hash.p <= COST_MAX.p;
  if (!affordable || hash.r < 1 || hash.p < 1) return null;
  return { ...hash, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') };
}

/** Whether the password matches the hash; takes the same time either way. */
export async function verifyPassword(password: string, hash: PasswordHash): Promise<boolean> {
  return timingSafeEqual(await derive(password, hash), hash.key);
}

/** Normalizes the password first, because keyboards send different Unicode forms of a letter. */
function derive(password: string, { log2N, r, p, salt, key }: PasswordHash): Promise<Buffer> {
  const N = 2 ** log2N;
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, key.length, { N, r, p, maxmem: 256 * N * r }, (error, derived) =>
      error ? reject(error) : resolve(derived),
    );
  });
}
