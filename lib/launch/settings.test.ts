import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBasePath, readHops, readListenAddress } from './settings';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the launcher in a folder with a `.env`, and a build that prints what it receives and fails. */
function run(mode: string, envFile: string, env: Record<string, string> = {}) {
  const build = join(folder, 'node_modules/next/dist/bin/next');
  mkdirSync(dirname(build), { recursive: true });
  writeFileSync(
    build,
    `const names = ${JSON.stringify(names)};
    console.log(JSON.stringify(names.map((name) => process.env[name] ?? null)));
    process.exit(3);`,
  );
  writeFileSync(join(folder, '.env'), envFile);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), mode],
    {
      cwd: folder,
      env: { NODE_ENV: 'production', ...env },
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

const names = ['MONITOR_API_BASE_URL', 'SIGHTLINE_AUTH', 'SIGHTLINE_LOG_LEVEL', 'HOSTNAME', 'NODE_EXTRA'];
const ofCompose =
  'MONITOR_API_BASE_URL=https://api.example.com/v1\nSIGHTLINE_AUTH=password\nSIGHTLINE_LOG_LEVEL=loud\nHOSTNAME=0.0.0.0\nNODE_EXTRA=x\n';

test('the demo ignores the settings of .env, but not those of the environment', () => {
  const { status, stdout } = run('demo', ofCompose, { SIGHTLINE_LOG_LEVEL: 'debug' });
  // Empty means not set. Next would load a variable that is not set from .env.
  expect(stdout).toContain('["","","debug","","x"]');
  expect(stdout).toContain('.env');
  expect(status).toBe(3);
});

test('the product reads .env', () => {
  const { stdout } = run('build', ofCompose, { SIGHTLINE_LOG_LEVEL: 'debug' });
  expect(stdout).toContain('["https://api.example.com/v1","password","debug","0.0.0.0","x"]');
});

test('the demo ends before the build if a real API is configured in the environment', () => {
  const { status, stdout, stderr } = run('demo', '', { MONITOR_API_KEY: 'secret' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('MONITOR_API_KEY');
  expect(stderr).not.toContain('secret');
});

test('HOSTNAME and PORT have defaults and can be set; the machine’s own name counts as unset', () => {
  expect(readListenAddress({}, 'box')).toEqual({ host: '127.0.0.1', port: 3000 });
  expect(readListenAddress({ HOSTNAME: 'box' }, 'box')).toMatchObject({ host: '127.0.0.1' });
  const given = { HOSTNAME: '0.0.0.0', PORT: '8080' };
  expect(readListenAddress(given, 'box')).toEqual({ host: '0.0.0.0', port: 8080 });
});

test.each(['http', '-1', '65536', '3000.5', '1e3'])(
  'PORT=%s is rejected with an error that names the variable',
  (PORT) => {
    expect(() => readListenAddress({ PORT }, 'box')).toThrow(/^PORT /);
  },
);

test('the number of trusted proxies is parsed', () => {
  expect(readHops(undefined)).toBe(0);
  expect(readHops('2')).toBe(2);
  for (const value of ['-1', '11', 'many'])
    expect(() => readHops(value)).toThrow('SIGHTLINE_TRUSTED_PROXY_HOPS must');
});

test.each([
  ['', ''],
  [' / ', ''],
  ['/status', '/status'],
  ['/status/', '/status'],
  ['/ops/up.v2/~me', '/ops/up.v2/~me'],
])('SIGHTLINE_BASE_PATH %j means %j', (value, expected) => {
  expect(readBasePath(value)).toBe(expected);
});

test.each(['status', '//other.example', '/a//b', '/a b', '/a?b', '/../etc', '/%2e', 'https://a.example/b'])(
  'SIGHTLINE_BASE_PATH %j is rejected with a sentence',
  (value) => {
    expect(() => readBasePath(value)).toThrow(/SIGHTLINE_BASE_PATH must be a path .*such as \/status/);
  },
);
