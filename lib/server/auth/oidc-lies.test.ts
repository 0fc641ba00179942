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
const lies: {
  name: string;
  reason: string;
  lie: Falsification;
  refusal?: string;
}[] = [
  { name: 'a wrong state', reason: 'state', lie: { answer: (query) => ({ ...query, state: 'other' }) } },
  { name: 'no state', reason: 'state', lie: { answer: ({ state, ...query }) => query } },
  {
    name: 'a wrong issuer in the authorization response',
    reason: 'iss',
    lie: { answer: (query) => ({ ...query, iss: elsewhere }) },
  },
  {
    name: 'no issuer in the authorization response',
    reason: 'iss',
    lie: { answer: ({ iss, ...query }) => query },
  },
  { name: 'a wrong nonce', reason: 'nonce', lie: { claims: (claims) => ({ ...claims, nonce: 'other' }) } },
  { name: 'no nonce', reason: 'nonce', lie: { claims: ({ nonce, ...claims }) => claims } },
  {
    name: 'a wrong issuer in the token',
    reason: 'iss',
    lie: { claims: (claims) => ({ ...claims, iss: elsewhere }) },
  },
  {
    name: 'a wrong audience',
    reason: 'aud',
    lie: { claims: (claims) => ({ ...claims, aud: 'another client' }) },
  },
  {
    name: 'another client among the audiences, and authorized',
    reason: 'azp',
    lie: { claims: (claims) => ({ ...claims, aud: [client.id, 'another'], azp: 'another' }) },
  },
  {
    name: 'an expired token',
    reason: 'exp',
    lie: { claims: (claims) => ({ ...claims, exp: 1_000_000_000 }) },
  },
  { name: 'no subject', reason: 'sub', lie: { claims: ({ sub, ...claims }) => claims } },
  {
    name: 'a token signed with another key',
    reason: 'signature',
    lie: { token: ({ header, payload, signWith }) => signWith('other', header, payload) },
  },
  {
    name: 'a token that is not signed',
    reason: 'alg',
    lie: { token: ({ payload }) => `${unsigned({ alg: 'none' }, payload)}.` },
  },
  {
    name: 'a token whose content was changed after signing',
    reason: 'signature',
    lie: {
      token: ({ header, payload, signWith }) =>
        `${unsigned(header, { ...payload, sub: 'ada' })}.${signWith('own', header, payload).split('.')[2]}`,
    },
  },
  { name: 'no token', reason: 'id_token', lie: { tokens: ({ id_token, ...tokens }) => tokens } },
  {
    name: 'a malformed token',
    reason: 'JWT',
    lie: { tokens: (tokens) => ({ ...tokens, id_token: 'x.y' }) },
  },
  {
    name: 'another subject at UserInfo',
    reason: 'sub',
    lie: { userInfo: (claims) => ({ ...claims, sub: 'ada' }) },
  },
  {
    name: 'an unknown error code',
    reason: 'temporarily__script_',
    lie: {
      answer: ({ state, iss }) => ({
        state: state ?? '',
        iss: iss ?? '',
        error: 'temporarily"<script>',
        error_description: '<script>alert(1)</script>',
      }),
    },
    refusal: 'provider_refused',
  },
];

test.each(lies)('row 56: $name is rejected, and the log has the reason', async (example) => {
  const { reason, lie, refusal = 'answer_invalid' } = example;
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

test('row 56: a provider with a wrong issuer in its metadata is not used until it is correct', async () => {
  const lie = { metadata: (metadata: object) => ({ ...metadata, issuer: elsewhere }) };
  const { oidc, ...result } = await signInAt(provider, {}, lie);
  expect(result).toMatchObject({ refusal: 'answer_invalid' });
  provider.lie(null);
  expect(await oidc.begin('/')).toHaveProperty('url');
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
