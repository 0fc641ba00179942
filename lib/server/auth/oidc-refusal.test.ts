import { AuthorizationResponseError, ClientError } from 'openid-client';
import { expect, test } from 'vitest';
import { reasonForLog, refusalByRules, refusalOf } from './oidc-refusal';

const withCode = (code: string, cause?: unknown) =>
  Object.assign(new ClientError('words', { cause }), { code });

test.each([
  ['no connection', new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })],
  ['no response in time', withCode('OAUTH_TIMEOUT')],
  ['a request that timed out', new DOMException('The operation timed out.', 'TimeoutError')],
  ['a server error', withCode('OAUTH_RESPONSE_IS_NOT_CONFORM', new Response('', { status: 503 }))],
])('row 56: %s means that the provider is down', (_name, error) => {
  expect(refusalOf(error)).toBe('provider_down');
});

test.each([
  ['an unexpected response', withCode('OAUTH_RESPONSE_IS_NOT_CONFORM', new Response('', { status: 404 }))],
  [
    'a token for another client',
    withCode('OAUTH_JWT_CLAIM_COMPARISON_FAILED', new Error('unexpected "aud"')),
  ],
  ['a bug', new Error('x is not a function')],
  ['a value that is not an error', 'words'],
])('row 56: %s means that the response is invalid', (_name, error) => {
  expect(refusalOf(error)).toBe('answer_invalid');
});

test('row 56: the provider’s own text is logged only as a short identifier', () => {
  const words = `denied\n"${'x'.repeat(1000)}`;
  const error = new AuthorizationResponseError('authorization response from the server is an error', {
    cause: new URLSearchParams({ error: words, error_description: 'secret' }),
  });
  expect(refusalOf(error)).toBe('provider_refused');
  expect(reasonForLog(error)).toMatch(/^denied__x{52}$/);
});

test('a reason is the shortened message of the library', () => {
  expect(reasonForLog(withCode('OAUTH_X', new Error('below')))).toBe('words: below (OAUTH_X)');
  expect(reasonForLog(new Error('y'.repeat(1000)))).toHaveLength(300);
  expect(reasonForLog(null)).toBe('unknown');
});

const rules = (part: Partial<Parameters<typeof refusalByRules>[1]>) => ({
  groups: [],
  domains: [],
  groupsClaim: 'groups',
  allowUnverified: false,
  ...part,
});

test('without rules every user of the provider is allowed', () => {
  expect(refusalByRules({ sub: 'x' }, rules({}))).toBeNull();
});

test.each([
  [['ops'], null],
  ['ops', null],
  [['dev', 'ops'], null],
  [['dev'], 'wrong_group'],
  [['ops-readers'], 'wrong_group'],
  [[], 'no_groups'],
  [undefined, 'no_groups'],
  [{ ops: true }, 'no_groups'],
])('row 56: groups %j', (groups, expected) => {
  expect(refusalByRules({ groups }, rules({ groups: ['ops'] }))).toBe(expected);
});

test.each([
  ['resource_access.app.roles', { resource_access: { app: { roles: ['ops'] } } }],
  ['https://example.com/claims/roles', { 'https://example.com/claims/roles': ['ops'] }],
  ['a.b', { 'a.b': ['ops'], a: { b: ['dev'] } }],
  [
    'resource_access.https://x.example.com.roles',
    { resource_access: { 'https://x.example.com': { roles: ['ops'] } } },
  ],
  ['https://x.example.com/claims.roles', { 'https://x.example.com/claims': { roles: ['ops'] } }],
])('groups are found in the claim %s: first by its name, then by its path', (groupsClaim, claims) => {
  expect(refusalByRules(claims, rules({ groups: ['ops'], groupsClaim }))).toBeNull();
});

test.each(['constructor', 'a.constructor', 'a.b.c', '', '..'])(
  'a claim %j that is not the user’s own, or is not there, counts as absent',
  (groupsClaim) => {
    expect(refusalByRules({ a: { b: 'x' } }, rules({ groups: ['x'], groupsClaim }))).toBe('no_groups');
  },
);

test.each([{ _claim_names: { groups: 'src1' } }, { hasgroups: true }])(
  'when the provider left out the groups because they are too many, this is the named cause: %j',
  (claims) => {
    expect(refusalByRules(claims, rules({ groups: ['ops'] }))).toBe('groups_overage');
    expect(refusalByRules({ ...claims, groups: ['ops'] }, rules({ groups: ['ops'] }))).toBeNull();
  },
);

test.each([
  [{ email: 'a@example.com', email_verified: true }, null],
  [{ email: 'a@EXAMPLE.com', email_verified: true }, null],
  [{ email: 'a@example.com', email_verified: 'true' }, null],
  [{ email: 'a@example.com' }, 'email_unstated'],
  [{ email: 'a@example.com', email_verified: false }, 'email_unverified'],
  [{ email: 'a@example.com', email_verified: 'false' }, 'email_unverified'],
  [{ email: 'a@evil.example.com', email_verified: true }, 'wrong_domain'],
  [{ email: 'a@example.com@evil.example', email_verified: true }, 'wrong_domain'],
  [{ email: 'example.com', email_verified: 'true' }, 'no_email'],
  [{ email: ['a@example.com'], email_verified: true }, 'no_email'],
  [{}, 'no_email'],
])('row 56: domain of %j', (claims, expected) => {
  expect(refusalByRules(claims, rules({ domains: ['example.com'] }))).toBe(expected);
});

test('with the setting, an address counts although the provider does not say that it is verified', () => {
  const trusting = rules({ domains: ['example.com'], allowUnverified: true });
  expect(refusalByRules({ email: 'a@example.com' }, trusting)).toBeNull();
  expect(refusalByRules({ email: 'a@example.com', email_verified: false }, trusting)).toBe(
    'email_unverified',
  );
});

test('row 56: when groups and domains are configured, both must match', () => {
  const both = rules({ groups: ['ops'], domains: ['example.com'] });
  const verified = { email: 'a@example.com', email_verified: true };
  expect(refusalByRules({ ...verified, groups: ['ops'] }, both)).toBeNull();
  expect(refusalByRules({ ...verified, groups: ['dev'] }, both)).toBe('wrong_group');
  expect(refusalByRules({ groups: ['ops'] }, both)).toBe('no_email');
});
