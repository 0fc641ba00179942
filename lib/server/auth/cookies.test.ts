import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { generated } from '../../testing/property-runs.ts';
import { createSealedCookie } from './cookies';

const first = 'a'.repeat(32);
const second = 'b'.repeat(32);
const schema = z.object({ id: z.string() });
const cookie = (secrets: string[], secure = true) =>
  createSealedCookie({ name: 'sightline', secrets, schema, maxAgeS: 3600, secure });
const pairOf = (setCookie: string) => setCookie.split(';')[0] ?? '';

test('a sealed cookie can be read back, and its text reveals nothing', async () => {
  const set = await cookie([first]).set({ id: 'number seven' });
  expect(set).toMatch(/^__Host-sightline=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=3600$/);
  expect(set).not.toContain('seven');
  expect(await cookie([first]).read(`theme=dark; ${pairOf(set)}; x=1`)).toEqual({ id: 'number seven' });
});

test('over http on loopback the cookie has another name and is not Secure', async () => {
  const set = await cookie([first], false).set({ id: 'x' });
  expect(set).toMatch(/^sightline-local=/);
  expect(set).not.toContain('Secure');
  expect(await cookie([first]).read(pairOf(set))).toBeNull();
});

test('secrets can be rotated: a new one is prepended, and later the old one is removed', async () => {
  const old = pairOf(await cookie([first]).set({ id: 'old' }));
  expect(await cookie([second, first]).read(old)).toEqual({ id: 'old' });
  const renewed = pairOf(await cookie([second, first]).set({ id: 'new' }));
  expect(await cookie([second]).read(renewed)).toEqual({ id: 'new' });
  expect(await cookie([second]).read(old), 'row 55: sealed with a removed secret').toBeNull();
});

test('row 55: a tampered, oversized or forged cookie is null, without an error', async () => {
  const ours = cookie([first]);
  const pair = pairOf(await ours.set({ id: 'x' }));
  await fc.assert(
    fc.asyncProperty(fc.nat(pair.length - 1), fc.string({ minLength: 1, maxLength: 3 }), async (at, text) => {
      const tampered = pair.slice(0, at) + text + pair.slice(at + 1);
      fc.pre(tampered !== pair && !/[;\s]/.test(text));
      const read = await ours.read(tampered);
      expect(read === null || read.id === 'x').toBe(true);
      if (at > '__Host-sightline='.length + 10 && at < pair.length - 5 && text[0] !== pair[at])
        expect(read).toBeNull();
    }),
    { numRuns: generated(300) },
  );
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 300 }), async (text) => {
      expect(await ours.read(text)).toBeNull();
      expect(await ours.read(`__Host-sightline=${text}`)).toBeNull();
    }),
    { numRuns: generated(300) },
  );
  expect(await ours.read(`__Host-sightline=${'x'.repeat(1_000_000)}`)).toBeNull();
  expect(await ours.read(null)).toBeNull();
});

test('a cookie sealed with another schema is rejected', async () => {
  const other = createSealedCookie({
    name: 'sightline',
    secrets: [first],
    schema: z.object({ state: z.string() }),
    maxAgeS: 3600,
    secure: true,
  });
  expect(await cookie([first]).read(pairOf(await other.set({ state: 's' })))).toBeNull();
});
