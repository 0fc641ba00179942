import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Falsification,
  type HostileProvider,
  startHostileProvider,
  unsigned,
} from '../../../e2e/support/hostile/hostile-provider.ts';
import { oidcSettings } from './access-config.fixtures.ts';
import { createOidc } from './oidc.ts';
import { signInAt } from './oidc-sign-in.fixtures.ts';

const client = { id: oidcSettings('https://provider.example').clientId };
let provider: HostileProvider;
beforeAll(async () => {
  provider = await startHostileProvider(client.id);
});
afterAll(() => provider.close());

const elsewhere = 'https://evil.example';
const claims = (change: (claims: Record<string, unknown>) => Record<string, unknown>) => ({ claims: change });
const lies: [name: string, reason: string, lie: Falsification, refusal?: string][] = [
  ['a wrong state', 'state', { answer: (query) => ({ ...query, state: 'other' }) }],
  ['no state', 'state', { answer: ({ state, ...query }) => query }],
  ['another issuer in the answer', 'iss', { answer: (query) => ({ ...query, iss: elsewhere }) }],
  ['no issuer in the answer', 'iss', { answer: ({ iss, ...query }) => query }],
  ['a wrong nonce', 'nonce', claims((all) => ({ ...all, nonce: 'other' }))],
  ['no nonce', 'nonce', claims(({ nonce, ...all }) => all)],
  ['a wrong issuer in the token', 'iss', claims((all) => ({ ...all, iss: elsewhere }))],
  ['a wrong audience', 'aud', claims((all) => ({ ...all, aud: 'another client' }))],
  [
    'another client among the audiences, and authorized',
    'azp',
    claims((all) => ({ ...all, aud: [client.id, 'another'], azp: 'another' })),
  ],
  ['no subject', 'sub', claims(({ sub, ...all }) => all)],
  [
    'a token signed with another key',
    'signature',
    { token: ({ header, payload, signWith }) => signWith('other', header, payload) },
  ],
  ['a token that is not signed', 'alg', { token: ({ payload }) => `${unsigned({ alg: 'none' }, payload)}.` }],
  [
    'a token whose content was changed after signing',
    'signature',
    {
      token: ({ header, payload, signWith }) =>
        `${unsigned(header, { ...payload, sub: 'ada' })}.${signWith('own', header, payload).split('.')[2]}`,
    },
  ],
  ['no token', 'id_token', { tokens: ({ id_token, ...tokens }) => tokens }],
  ['a malformed token', 'JWT', { tokens: (tokens) => ({ ...tokens, id_token: 'x.y' }) }],
  ['another subject at UserInfo', 'sub', { userInfo: (all) => ({ ...all, sub: 'ada' }) }],
  [
    'an unknown error code',
    'temporarily__script_',
    {
      answer: ({ state = '', iss = '' }) => ({
        state,
        iss,
        error: 'temporarily"<script>',
        error_description: '<script>alert(1)</script>',
      }),
    },
    'provider_refused',
  ],
];

test.each(lies)('row 56: %s is rejected, and the log has the reason', async (...example) => {
  const [, reason, lie, refusal = 'answer_invalid'] = example;
  const result = await signInAt(provider, {}, lie);
  expect(result).toMatchObject({ refusal });
  expect(result.reasons).toEqual([[refusal, expect.stringContaining(reason)]]);
  expect(JSON.stringify(result.reasons), 'no contents of the token').not.toMatch(
    /another client|evil\.example|eyJ/,
  );
});

test('row 56: a correct provider signs in, so only the lies cause the rejections', async () => {
  expect(await signInAt(provider, {}, null)).toMatchObject({ user: { name: 'Eve' }, reasons: [] });
});

test('row 56: each authorization request has a new PKCE challenge, state and nonce', async () => {
  provider.lie(null);
  const oidc = createOidc(oidcSettings(provider.issuer), {
    clock: { now: () => Date.now() },
    report: () => {},
  });
  const seen = new Set<string>();
  for (let time = 0; time < 3; time += 1) {
    const begun = await oidc.begin('/monitors');
    const { origin, searchParams: query } = new URL('url' in begun ? begun.url : '');
    expect(origin).toBe(provider.issuer);
    expect(query.get('code_challenge_method')).toBe('S256');
    for (const name of ['code_challenge', 'state', 'nonce']) {
      expect(query.get(name)).toMatch(/^[\w-]{43}$/);
      seen.add(query.get(name) ?? '');
    }
  }
  expect(seen.size).toBe(9);
});
