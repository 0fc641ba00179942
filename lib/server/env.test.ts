import { expect, test } from 'vitest';
import { cheapPasswordHash } from './auth/password-hash.fixtures.ts';
import { parseEnvironment } from './env';
import { ConfigError } from './errors';

const access = { SIGHTLINE_AUTH: 'none', HOSTNAME: '127.0.0.1' };
const real = {
  MONITOR_API_BASE_URL: 'https://api.example.com/v1',
  MONITOR_API_KEY: 'secret-key',
  ...access,
};
const noFile = () => {
  throw new Error('ENOENT');
};
const parse = (environment: Record<string, string>, readFile: (path: string) => string = noFile) =>
  parseEnvironment(environment, readFile);

test('base URL and key are a complete configuration', () => {
  expect(parse(real).upstream).toEqual({
    baseUrl: new URL('https://api.example.com/v1'),
    apiKey: 'secret-key',
  });
});

test('the key may be in a file that ends in a line break', () => {
  const config = parse(
    { ...access, MONITOR_API_BASE_URL: real.MONITOR_API_BASE_URL, MONITOR_API_KEY_FILE: '/run/key' },
    (path) => `key-of-${path}\n`,
  );
  expect(config.upstream.apiKey).toBe('key-of-/run/key');
});

test('a file without a key is reported as such', () => {
  const inFile = {
    ...access,
    MONITOR_API_BASE_URL: real.MONITOR_API_BASE_URL,
    MONITOR_API_KEY_FILE: '/run/key',
  };
  for (const text of ['', '\n']) {
    expect(() => parse(inFile, () => text)).toThrow(/^MONITOR_API_KEY_FILE: the file is empty\.$/);
  }
});

test('the URL of the database may be in a file; without a URL one process keeps its data itself', () => {
  const url = 'postgres://user:p%40ss@db.example.com:6432/sightline?sslmode=verify-full';
  expect(parse(real).databaseUrl).toBeNull();
  expect(parse({ ...real, SIGHTLINE_DATABASE_URL: url }).databaseUrl).toBe(url);
  expect(parse({ ...real, SIGHTLINE_DATABASE_URL_FILE: '/run/url' }, () => `${url}\n`).databaseUrl).toBe(url);
});

test('replicas need a common secret for their cookies', () => {
  const locked = {
    ...real,
    SIGHTLINE_AUTH: 'password',
    SIGHTLINE_PASSWORD_HASH: cheapPasswordHash('password'),
    SIGHTLINE_DATABASE_URL: 'postgres://127.0.0.1/sightline',
  };
  expect(() => parse(locked)).toThrow(/^SIGHTLINE_SESSION_SECRETS is not set\. With SIGHTLINE_DATABASE_URL/);
  const secrets = 'a secret of at least 32 characters';
  expect(parse({ ...locked, SIGHTLINE_SESSION_SECRETS: secrets }).access).toMatchObject({
    secrets: [secrets],
  });
});

test('demo mode must be enabled explicitly', () => {
  const baseUrl = 'http://127.0.0.1:4000/v1';
  expect(parse({ SIGHTLINE_DEMO: '1', SIGHTLINE_DEMO_API_URL: baseUrl }).upstream.baseUrl.href).toBe(baseUrl);
  expect(() => parse({ SIGHTLINE_DEMO: '1', SIGHTLINE_DATABASE_URL: 'postgres://a/b' })).toThrow(
    /^SIGHTLINE_DEMO=1 serves demo data of one process/,
  );
  expect(() => parse({})).toThrow(/^MONITOR_API_BASE_URL is not set/);
  expect(() => parse({ SIGHTLINE_DEMO: '0' })).toThrow(/^MONITOR_API_BASE_URL is not set/);
});

test.each([
  ['SIGHTLINE_DEMO', { SIGHTLINE_DEMO: 'yes' }],
  ['MONITOR_API_BASE_URL', { SIGHTLINE_DEMO: '1', ...real }],
  ['SIGHTLINE_DEMO', { SIGHTLINE_DEMO: '1', MONITOR_API_KEY: real.MONITOR_API_KEY }],
  ['MONITOR_API_BASE_URL', { ...real, MONITOR_API_BASE_URL: 'https://api.example.com' }],
  ['MONITOR_API_BASE_URL', { ...real, MONITOR_API_BASE_URL: 'ftp://api.example.com/v1' }],
  ['MONITOR_API_BASE_URL', { ...real, MONITOR_API_BASE_URL: 'http://api.example.com/v1' }],
  ['MONITOR_API_BASE_URL', { MONITOR_API_KEY: real.MONITOR_API_KEY }],
  ['MONITOR_API_BASE_URL', { ...real, MONITOR_API_BASE_URL: 'example.com/v1' }],
  ['MONITOR_API_KEY', { MONITOR_API_BASE_URL: real.MONITOR_API_BASE_URL }],
  ['MONITOR_API_KEY', { ...real, MONITOR_API_KEY: 'two words' }],
  ['MONITOR_API_KEY_FILE', { ...real, MONITOR_API_KEY_FILE: '/run/key' }],
  [
    'MONITOR_API_KEY_FILE',
    { MONITOR_API_BASE_URL: real.MONITOR_API_BASE_URL, MONITOR_API_KEY_FILE: '/missing' },
  ],
  ['SIGHTLINE_DATABASE_URL', { ...real, SIGHTLINE_DATABASE_URL: 'http://secret-key@db/sightline' }],
  ['SIGHTLINE_DATABASE_URL', { ...real, SIGHTLINE_DATABASE_URL: 'postgres:///sightline' }],
  ['SIGHTLINE_DATABASE_URL', { ...real, SIGHTLINE_DATABASE_URL: 'postgres://secret-key@db' }],
  [
    'SIGHTLINE_DATABASE_URL',
    { ...real, SIGHTLINE_DATABASE_URL: 'postgres://a/b', SIGHTLINE_DATABASE_URL_FILE: '/b' },
  ],
  ['SIGHTLINE_DATABASE_URL_FILE', { ...real, SIGHTLINE_DATABASE_URL_FILE: '/missing' }],
  ['SIGHTLINE_REFRESH_MIN_SECONDS', { ...real, SIGHTLINE_REFRESH_MIN_SECONDS: '0' }],
  ['SIGHTLINE_REFRESH_MIN_SECONDS', { ...real, SIGHTLINE_REFRESH_MIN_SECONDS: 'often' }],
  ['SIGHTLINE_READ_SETTINGS', { ...real, SIGHTLINE_READ_SETTINGS: 'no' }],
  ['SIGHTLINE_QUOTA_RESET', { ...real, SIGHTLINE_QUOTA_RESET: 'midnight' }],
  ['SIGHTLINE_QUOTA_RESET', { ...real, SIGHTLINE_QUOTA_RESET: '00:00 Europe/Atlantis' }],
  ['SIGHTLINE_LOG_LEVEL', { ...real, SIGHTLINE_LOG_LEVEL: 'all' }],
  ['SIGHTLINE_LOG_LEVEL', { ...real, SIGHTLINE_LOG_LEVEL: '3' }],
  ['SIGHTLINE_METRICS_TOKEN', { ...real, SIGHTLINE_METRICS_TOKEN: 'short' }],
  ['SIGHTLINE_METRICS_TOKEN', { ...real, SIGHTLINE_METRICS_TOKEN: 'a token of several words' }],
  ['SIGHTLINE_ALLOW_INSECURE_UPSTREAM', { ...real, SIGHTLINE_ALLOW_INSECURE_UPSTREAM: 'please' }],
])('when %s is wrong or missing, the message is one sentence that names it: %o', (name, environment) => {
  const attempt = () => parse(environment);
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(new RegExp(`^[^\n]*${name}[^\n]*$`));
});

test('plain http is accepted for loopback, and for other hosts only when allowed', () => {
  expect(parse({ ...real, MONITOR_API_BASE_URL: 'http://127.0.0.1:4000/v1' }).upstream).not.toBeNull();
  const allowed = {
    SIGHTLINE_ALLOW_INSECURE_UPSTREAM: '1',
    MONITOR_API_BASE_URL: 'http://api.example.com/v1',
  };
  expect(parse({ ...real, ...allowed }).upstream).not.toBeNull();
});

test('the message does not contain an invalid key', () => {
  expect(() => parse({ ...real, MONITOR_API_KEY: 'hush hush' })).toThrow(/^(?![\s\S]*hush)/);
});

test('the minimum refresh interval is 15 s by default', () => {
  expect(parse(real).refreshMinS).toBe(15);
  expect(parse({ ...real, SIGHTLINE_REFRESH_MIN_SECONDS: '' }).refreshMinS).toBe(15);
  expect(parse({ ...real, SIGHTLINE_REFRESH_MIN_SECONDS: '60' }).refreshMinS).toBe(60);
});

test('the reset of the quotas is unknown by default', () => {
  expect(parse(real).quotaReset).toBeNull();
  expect(parse({ ...real, SIGHTLINE_QUOTA_RESET: '06:00 Europe/Berlin' }).quotaReset).toEqual({
    timeMs: 6 * 3_600_000,
    timeZone: 'Europe/Berlin',
    day: 1,
  });
});

test('the default data directory is .data; demo data is not stored', () => {
  expect(parse(real).dataDirectory).toBe('.data');
  expect(parse({ ...real, SIGHTLINE_DATA_DIR: '/var/lib/sightline' }).dataDirectory).toBe(
    '/var/lib/sightline',
  );
  expect(parse({ SIGHTLINE_DEMO: '1', SIGHTLINE_DEMO_API_URL: 'http://a/v1' }).dataDirectory).toBeNull();
});

test('the metrics token is null by default', () => {
  expect(parse(real).metricsToken).toBeNull();
  expect(parse({ ...real, SIGHTLINE_METRICS_TOKEN: 'metrics-0123456789' }).metricsToken).toBe(
    'metrics-0123456789',
  );
});

test('unknown settings are named, but neither those of the launcher nor what a cluster injects for a service', () => {
  const unknownOf = (more: Record<string, string>) => parse({ ...real, ...more }).unknownVariables;
  const injected = { SIGHTLINE_PORT: '1', SIGHTLINE_SERVICE_HOST: 'a', SIGHTLINE_PORT_3000_TCP_ADDR: 'a' };
  expect(unknownOf({ ...injected, SIGHTLINE_BASE_PATH: '/a', PATH: '/bin' })).toBeNull();
  expect(unknownOf({ SIGHTLINE_AUHT: 'none', SIGHTLINE_THEME: 'dark' })).toBe(
    'No such setting: SIGHTLINE_AUHT, SIGHTLINE_THEME. See docs/settings.md.',
  );
});

test('the variables of a forward proxy may be in lower case, which takes precedence', () => {
  const proxied = {
    ...real,
    HTTPS_PROXY: 'http://upper:3128',
    https_proxy: 'lower:3128',
    no_proxy: '.example',
  };
  const { proxyFor } = parse(proxied);
  expect(proxyFor(new URL('https://api.example.com'))?.host).toBe('lower:3128');
  expect(proxyFor(new URL('https://api.example'))).toBeNull();
});
