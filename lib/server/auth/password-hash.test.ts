import { expect, test } from 'vitest';
import { hashPassword, parsePasswordHash, verifyPassword } from './password-hash';
import { cheapPasswordHash } from './password-hash.fixtures';

const parsed = (text: string) => {
  const hash = parsePasswordHash(text);
  if (hash === null) throw new Error('not a hash');
  return hash;
};

test('a password matches its own hash in any Unicode form, and two hashes of it differ', async () => {
  // Å has three forms. Of these two neither is the normal one, so that both functions must convert them.
  const [sign, combined] = ['Pa\u00df\u212b', 'Pa\u00dfA\u030a'];
  const texts = await Promise.all([hashPassword(sign), hashPassword(sign)]);
  for (const text of texts) expect(text).toMatch(/^scrypt:16:8:2:[\w-]{22}:[\w-]{43}$/);
  expect(texts[0]).not.toBe(texts[1]);
  expect(await verifyPassword(combined, parsed(texts[0]))).toBe(true);
});

test('no other password matches', async () => {
  const hash = parsed(cheapPasswordHash('correct horse'));
  expect(await verifyPassword('correct horse', hash)).toBe(true);
  expect(await verifyPassword('correct horsf', hash)).toBe(false);
  expect(await verifyPassword('', hash)).toBe(false);
});

test.each([
  '',
  'secret',
  '$2b$10$abcdefghijklmnopqrstuv',
  'scrypt:16:8:2:short:short',
  `scrypt:30:8:1:${'a'.repeat(22)}:${'b'.repeat(43)}`,
  `scrypt:16:8:0:${'a'.repeat(22)}:${'b'.repeat(43)}`,
  `scrypt:16:99:1:${'a'.repeat(22)}:${'b'.repeat(43)}`,
  `scrypt:16:8:2:${'a'.repeat(22)}:${'b'.repeat(42)}!`,
])('"%s" is not a valid hash', (text) => {
  expect(parsePasswordHash(text)).toBeNull();
});
