import { scryptSync } from 'node:crypto';

/** A hash in the form of `npm run hash-password`, at a thousandth of its cost: tests sign in often. */
export function cheapPasswordHash(password: string): string {
  const salt = Buffer.from('a salt of a test');
  const key = scryptSync(password, salt, 32, { N: 2 ** 10, r: 8, p: 1 });
  return `scrypt:10:8:1:${salt.toString('base64url')}:${key.toString('base64url')}`;
}
