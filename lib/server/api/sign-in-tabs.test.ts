import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HostileProvider, startHostileProvider } from '../../../e2e/support/hostile/hostile-provider.ts';
import { oidcSettings } from '../auth/access-config.fixtures';
import { accessParts } from '../auth/access-parts.fixtures';
import { createAccess } from '../auth/create-access';
import { beginSignIn, finishSignIn, type SignInStep } from './sign-in';

let provider: HostileProvider;
beforeAll(async () => {
  provider = await startHostileProvider('sightline');
});
afterAll(() => provider.close());

/** A browser that keeps cookies. `begin` returns the query with which the provider sends it back. */
async function openBrowser() {
  const mode = await createAccess(oidcSettings(provider.issuer), await accessParts(Date.now()));
  if (mode.mode !== 'oidc') throw new Error('Another mode.');
  const kept = new Map<string, string>();
  const header = () => [...kept].map((pair) => pair.join('=')).join('; ');
  const keep = (step: SignInStep) => {
    for (const cookie of step.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      expect(cookie.length).toBeLessThan(4096);
      if (cookie.endsWith('Max-Age=0')) kept.delete(name);
      else kept.set(name, value);
    }
    return step;
  };
  return {
    kept,
    async begin(next: string) {
      const { location } = keep(await beginSignIn(mode, next, header()));
      const back = await fetch(location, { redirect: 'manual' });
      return new URL(back.headers.get('Location') ?? '').search;
    },
    finish: async (search: string) => keep(await finishSignIn(mode, { search, cookies: header() })),
  };
}

test.each([[['/monitors?q=a', '/review']], [['/review', '/monitors?q=a']]])(
  'sign-ins begun in two tabs both work, finished in the order %j',
  async (order) => {
    const { begin, finish, kept } = await openBrowser();
    const begun = new Map([['/monitors?q=a', await begin('/monitors?q=a')]]);
    begun.set('/review', await begin('/review'));
    for (const next of order)
      expect(await finish(begun.get(next) ?? '')).toMatchObject({ outcome: 'signed_in', location: next });
    expect([...kept.keys()], 'nothing is pending').toEqual(['__Host-sightline']);
  },
);

test('the newest five sign-ins of a browser are kept, and fewer with long addresses', async () => {
  const { begin, finish } = await openBrowser();
  const all: string[] = [];
  for (let tab = 0; tab < 6; tab += 1) all.push(await begin(`/monitors?q=${tab}`));
  const [oldest = '', second = '', third = '', , , last = ''] = all;
  expect(await finish(second)).toMatchObject({ outcome: 'signed_in', location: '/monitors?q=1' });
  const long = await begin(`/monitors?q=${'x'.repeat(1900)}`);
  expect((await finish(last)).outcome).toBe('signed_in');
  expect((await finish(long)).outcome).toBe('signed_in');
  for (const gone of [oldest, third]) expect((await finish(gone)).outcome).not.toBe('signed_in');
});

test('a callback with a state that nobody began ends the newest sign-in only', async () => {
  const { begin, finish, kept } = await openBrowser();
  const begun = await begin('/review');
  await begin('/monitors');
  expect((await finish('?code=made-up&state=made-up')).outcome).toBe('answer_invalid');
  expect(await finish(begun)).toMatchObject({ outcome: 'signed_in', location: '/review' });
  expect([...kept.keys()]).toEqual(['__Host-sightline']);
});
