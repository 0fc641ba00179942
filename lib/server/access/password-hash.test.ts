import { expect, test } from 'vitest';
import { hashPassword, parsePasswordHash, verifyPassword } from './password-hash';

const parsed = (text: string) => {
  const hash = parsePasswordHash(text);
  if (hash === null) throw new Error('not a hash');
  return hash;
};

test('a password fits its own hash and no other does', async () => {
  const text = await hashPassword('correct horse');
  expect(text).toMatch(/^scrypt:16:8:2:[\w-]{22}:[\w-]{43}$/);
  expect(await verifyPassword('correct horse', parsed(text))).toBe(true);
  expect(await verifyPassword('correct horsf', parsed(text))).toBe(false);
  expect(await verifyPassword('', parsed(text))).toBe(false);
});

test('two hashes of one password differ', async () => {
  expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
});

test('a letter is the same however the keyboard spells it', async () => {
  const hash = parsed(await hashPassword('Pa\u00df\u00e9'));
  expect(await verifyPassword('Pa\u00dfe\u0301', hash)).toBe(true);
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
])('"%s" is no hash', (text) => {
  expect(parsePasswordHash(text)).toBeNull();
});
