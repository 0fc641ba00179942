import { expect, test } from 'vitest';
import { parseEnvironment } from '../env';
import { ConfigError } from '../errors';
import { cheapPasswordHash } from './password-hash.fixtures';

const hash = cheapPasswordHash('correct horse');
const real = { MONITOR_API_BASE_URL: 'https://api.example.com/v1', MONITOR_API_KEY: 'secret-key' };
const demo = { SIGHTLINE_DEMO: '1', SIGHTLINE_DEMO_API_URL: 'http://127.0.0.1:9' };
const loopback = { HOSTNAME: '127.0.0.1', PORT: '3000' };
/** `demo.ts` sets the address of the API of the demo. */
const parse = (environment: Record<string, string>) =>
  parseEnvironment({ SIGHTLINE_DEMO_API_URL: 'http://127.0.0.1:4100/v1', ...environment }, () => '').access;

const password = { SIGHTLINE_AUTH: 'password', SIGHTLINE_PASSWORD_HASH: hash };
const oidc = {
  SIGHTLINE_AUTH: 'oidc',
  SIGHTLINE_PUBLIC_URL: 'https://sightline.example.com',
  SIGHTLINE_OIDC_ISSUER: 'https://login.example.com',
  SIGHTLINE_OIDC_CLIENT_ID: 'sightline',
};

test('demo data needs no sign-in, whatever the listen address', () => {
  expect(parse(demo)).toMatchObject({ mode: 'none', exposed: false });
  expect(parse({ ...demo, HOSTNAME: '0.0.0.0' })).toMatchObject({ mode: 'none', exposed: false });
});

test('sign-in can be required for demo data', () => {
  expect(parse({ ...demo, ...loopback, ...password }).mode).toBe('password');
});

test('real monitors need no sign-in on loopback, and elsewhere only with SIGHTLINE_ALLOW_OPEN_ACCESS=1', () => {
  expect(parse({ ...real, ...loopback, SIGHTLINE_AUTH: 'none' })).toMatchObject({
    mode: 'none',
    exposed: false,
  });
  const open = { ...real, HOSTNAME: '0.0.0.0', SIGHTLINE_AUTH: 'none' };
  expect(() => parse(open)).toThrow(/SIGHTLINE_ALLOW_OPEN_ACCESS=1/);
  expect(parse({ ...open, SIGHTLINE_ALLOW_OPEN_ACCESS: '1' })).toMatchObject({ mode: 'none', exposed: true });
});

test('password mode on loopback needs only the hash', () => {
  const access = parse({ ...real, ...loopback, ...password });
  expect(access).toMatchObject({ mode: 'password', origin: { https: false } });
  expect(access.mode === 'password' && access.secrets).toEqual([]);
  expect(access.mode === 'password' && access.origin.accepted).toContain('http://127.0.0.1:3000');
});

test('secrets keep their order, with or without spaces around the commas', () => {
  const secrets = `${'n'.repeat(32)}, ${'o'.repeat(40)}`;
  const access = parse({ ...real, ...loopback, ...password, SIGHTLINE_SESSION_SECRETS: secrets });
  expect(access).toMatchObject({ secrets: ['n'.repeat(32), 'o'.repeat(40)] });
});

test('an OpenID provider with groups and domains; groups whose names contain commas are a JSON array', () => {
  const access = {
    ...real,
    ...oidc,
    SIGHTLINE_OIDC_ALLOWED_GROUPS: 'ops, sre',
    SIGHTLINE_OIDC_ALLOWED_DOMAINS: '@Example.com',
  };
  expect(parse(access)).toMatchObject({
    mode: 'oidc',
    clientSecret: null,
    groups: ['ops', 'sre'],
    domains: ['example.com'],
    allowUnverified: false,
    scope: 'openid profile email',
    groupsClaim: 'groups',
    origin: { canonical: 'https://sightline.example.com', https: true },
  });
  const groups = { SIGHTLINE_OIDC_ALLOWED_GROUPS: '["CN=ops,OU=x", "sre"]' };
  const unverified = { SIGHTLINE_OIDC_EMAIL_UNVERIFIED: 'allow' };
  expect(parse({ ...access, ...groups, ...unverified })).toMatchObject({
    groups: ['CN=ops,OU=x', 'sre'],
    allowUnverified: true,
  });
});

test.each([
  ['SIGHTLINE_AUTH', { ...real, ...loopback }],
  ['SIGHTLINE_AUTH', { ...real, ...loopback, SIGHTLINE_AUTH: 'off' }],
  ['SIGHTLINE_ALLOW_OPEN_ACCESS', { ...real, SIGHTLINE_AUTH: 'none' }],
  [
    'SIGHTLINE_PUBLIC_URL',
    { ...real, ...loopback, SIGHTLINE_AUTH: 'none', SIGHTLINE_PUBLIC_URL: 'javascript:1' },
  ],
  ['SIGHTLINE_PASSWORD_HASH', { ...real, ...loopback, SIGHTLINE_AUTH: 'password' }],
  ['SIGHTLINE_PASSWORD_HASH', { ...real, ...loopback, ...password, SIGHTLINE_PASSWORD_HASH: 'secret' }],
  ['SIGHTLINE_SESSION_SECRETS', { ...real, ...loopback, ...password, SIGHTLINE_SESSION_SECRETS: 'short' }],
  ['SIGHTLINE_PUBLIC_URL', { ...real, HOSTNAME: '0.0.0.0', ...password }],
  ['SIGHTLINE_PUBLIC_URL', { ...real, ...password, SIGHTLINE_PUBLIC_URL: 'http://sightline.example.com' }],
  ['SIGHTLINE_PUBLIC_URL', { ...real, ...password, SIGHTLINE_PUBLIC_URL: 'https://example.com/sightline' }],
  ['SIGHTLINE_PUBLIC_URL', { ...real, ...loopback, ...oidc, SIGHTLINE_PUBLIC_URL: '' }],
  ['SIGHTLINE_OIDC_ISSUER', { ...real, ...oidc, SIGHTLINE_OIDC_ISSUER: 'http://login.example.com' }],
  ['SIGHTLINE_OIDC_ISSUER', { ...real, ...oidc, SIGHTLINE_OIDC_ISSUER: '' }],
  ['SIGHTLINE_OIDC_ALLOWED_GROUPS', { ...real, ...oidc, SIGHTLINE_OIDC_ALLOWED_GROUPS: '["ops"' }],
  ['SIGHTLINE_OIDC_ALLOWED_GROUPS', { ...real, ...oidc, SIGHTLINE_OIDC_ALLOWED_GROUPS: '[1]' }],
  ['SIGHTLINE_OIDC_ALLOWED_GROUPS', { ...real, ...oidc, SIGHTLINE_OIDC_ALLOWED_GROUPS: '[""]' }],
  ['SIGHTLINE_OIDC_ALLOWED_GROUPS', { ...real, ...oidc, SIGHTLINE_OIDC_ALLOWED_GROUPS: ' , ' }],
  ['SIGHTLINE_OIDC_ALLOWED_DOMAINS', { ...real, ...oidc, SIGHTLINE_OIDC_ALLOWED_DOMAINS: ',' }],
  ['SIGHTLINE_OIDC_EMAIL_UNVERIFIED', { ...real, ...oidc, SIGHTLINE_OIDC_EMAIL_UNVERIFIED: '1' }],
  ['SIGHTLINE_OIDC_CLIENT_ID', { ...real, ...oidc, SIGHTLINE_OIDC_CLIENT_ID: '' }],
])('an invalid or missing %s is reported in one sentence that names it: %#', (name, environment) => {
  const attempt = () => parse(environment);
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(new RegExp(`^[^\n]*${name}[^\n]*$`));
});

test('tokens for scripts are in a file; without sign-in nobody needs them', () => {
  const tokens = { SIGHTLINE_API_TOKENS_FILE: ' /run/secrets/tokens ' };
  expect(parse({ ...real, ...loopback, ...password, ...tokens })).toMatchObject({
    tokensFile: '/run/secrets/tokens',
  });
  expect(parse({ ...real, ...loopback, ...password })).toMatchObject({ tokensFile: null });
  expect(parse({ ...demo, ...tokens })).toMatchObject({ mode: 'none', hasNeedlessTokens: true });
  expect(parse(demo)).toMatchObject({ hasNeedlessTokens: false });
});
