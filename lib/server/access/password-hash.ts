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

/** Of OWASP's recommended settings the one that needs 64 MiB: several at once must fit into a small container. */
const COST = { log2N: 16, r: 8, p: 2 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const DEAREST = { log2N: 20, r: 32, p: 16 } as const;

/** "scrypt:16:8:2:<salt>:<key>", salt and key in base64url: no `$`, which shells and compose files would expand. */
const pattern = /^scrypt:(\d{1,2}):(\d{1,2}):(\d{1,2}):([\w-]{16,128}):([\w-]{32,128})$/;

/** Hashes a password with a salt of its own. @returns the text for SIGHTLINE_PASSWORD_HASH */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, { ...COST, salt, key: Buffer.alloc(KEY_BYTES) });
  const { log2N, r, p } = COST;
  return ['scrypt', log2N, r, p, salt.toString('base64url'), key.toString('base64url')].join(':');
}

/** Reads a hash as `hashPassword` writes it; null when it is none, or dearer than a server should be made to pay. */
export function parsePasswordHash(text: string): PasswordHash | null {
  const [, log2N, r, p, salt, key] = pattern.exec(text) ?? [];
  if (salt === undefined || key === undefined) return null;
  const hash = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const affordable =
    hash.log2N >= 10 && hash.log2N <= DEAREST.log2N && hash.r <= DEAREST.r && hash.p <= DEAREST.p;
  if (!affordable || hash.r < 1 || hash.p < 1) return null;
  return { ...hash, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') };
}

/** Whether the password is the one that was hashed; takes equally long either way. */
export async function verifyPassword(password: string, hash: PasswordHash): Promise<boolean> {
  return timingSafeEqual(await derive(password, hash), hash.key);
}

/** Unicode has several spellings of the same letters; keyboards differ in which one they send. */
function derive(password: string, { log2N, r, p, salt, key }: PasswordHash): Promise<Buffer> {
  const N = 2 ** log2N;
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, key.length, { N, r, p, maxmem: 256 * N * r }, (error, derived) =>
      error ? reject(error) : resolve(derived),
    );
  });
}
