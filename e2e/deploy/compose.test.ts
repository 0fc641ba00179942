import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cheapPasswordHash } from '../../lib/server/auth/password-hash.fixtures.ts';
import { parseEnvironment } from '../../lib/server/env.ts';
import { projectRoot } from '../support/products/server-process.ts';
import { interpolate, secrets, services, settings } from './compose.ts';
import { environmentOf, stageNamed } from './dockerfile.ts';

const ours = Object.entries(services).filter(([, { image }]) => image === 'sightline');

/** Returns the configuration that the product reads in a service, with these variables in `.env`. */
function configurationOf(name: string, settings: Record<string, string>) {
  const environment = interpolate(services[name]?.environment ?? {}, settings);
  // lib/server/demo.ts sets it.
  const demoApi = { SIGHTLINE_DEMO_API_URL: 'http://127.0.0.1:4100/v1' };
  const all = { ...environmentOf(stageNamed('production')), ...demoApi, ...environment };
  return parseEnvironment(all, () => 'key');
}

// Compose builds in parallel. If it built the same image twice, the second build could fail.
test.each(['demo', 'single', 'replicas'])('the profile %s builds the image once', (profile) => {
  const inProfile = ours.flatMap(([, service]) => (service.profiles[0] === profile ? [service] : []));
  const isBuilt = inProfile.filter(({ build }) => build === '.');
  expect(isBuilt).toHaveLength(1);
  for (const { build, pull_policy } of inProfile.filter((service) => !isBuilt.includes(service)))
    expect({ build, pull_policy }).toEqual({ pull_policy: 'never' });
});

test.each(Object.entries(services))('%s has no privileges and no file system to write to', (_, service) => {
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
});

test('only the proxy can be reached from other machines', () => {
  for (const [name, { ports }] of Object.entries(services)) {
    const isLocal = ports.every((port) => port.startsWith('127.0.0.1:'));
    expect(isLocal, name).toBe(name !== 'proxy');
  }
});

test('the product accepts the settings of each profile, and reads every variable of compose.yaml', () => {
  const api = { MONITOR_API_BASE_URL: 'https://api.example.com/v1' };
  expect(configurationOf('demo', {})).toMatchObject({ demo: true, access: { mode: 'none' } });
  expect(configurationOf('single', { ...api, SIGHTLINE_AUTH: 'none' })).toMatchObject({
    dataDirectory: '/data',
    upstream: { apiKey: 'key' },
    access: { mode: 'none', exposed: true },
  });
  const signIn = {
    SIGHTLINE_AUTH: 'password',
    SIGHTLINE_PASSWORD_HASH: cheapPasswordHash('a password'),
    SIGHTLINE_PUBLIC_URL: 'https://sightline.example.com',
    SIGHTLINE_SESSION_SECRETS: 'a random text of at least 32 characters',
  };
  for (const replica of ['replica-1', 'replica-2']) {
    expect(configurationOf(replica, { ...api, ...signIn })).toMatchObject({
      databaseUrl: 'postgres://sightline@postgres/sightline',
      access: { mode: 'password' },
    });
  }
  expect(() => configurationOf('replica-1', { ...api, SIGHTLINE_AUTH: 'none' })).toThrow('SIGHTLINE_AUTH');
});

test('every documented setting can be set in .env, except those that a service sets', () => {
  const document = readFileSync(join(projectRoot, 'docs/settings.md'), 'utf8');
  const documented = [...document.matchAll(/^\| (`[A-Z_, `]+`) /gm)].flatMap(
    ([, names = '']) => names.match(/[A-Z_]+/g) ?? [],
  );
  expect(documented.length).toBeGreaterThan(20);
  // Compose uses a file instead of the key, the image sets address, port and data directory, and each profile sets
  // its database.
  const ofServices = [
    ...['MONITOR_API_KEY', 'HOSTNAME', 'PORT', 'SIGHTLINE_DATA_DIR', 'SIGHTLINE_DEMO'],
    ...['SIGHTLINE_ALLOW_OPEN_ACCESS', 'SIGHTLINE_TRUSTED_PROXY_HOPS', 'NODE_EXTRA_CA_CERTS'],
    ...['SIGHTLINE_DATABASE_URL', 'SIGHTLINE_DATABASE_URL_FILE'],
  ];
  expect([...Object.keys(settings), ...ofServices].sort()).toEqual(documented.sort());
  for (const [, { environment }] of ours) {
    for (const name of Object.keys(environment)) expect(documented).toContain(name);
  }
});

test('tokens are mounted as a folder, so that a replaced file is seen', () => {
  const ofMonitors = ours.filter(([name]) => name !== 'demo');
  expect(ofMonitors).toHaveLength(3);
  for (const [name, { volumes }] of ofMonitors)
    expect(volumes, name).toContain('./secrets/tokens:/run/tokens:ro');
});

test('all secrets are files of one folder, which is neither committed nor sent to the build', () => {
  const used = new Set(Object.values(services).flatMap((service) => service.secrets));
  expect(new Set(Object.keys(secrets))).toEqual(used);
  for (const { file } of Object.values(secrets)) expect(file).toMatch(/^\.\/secrets\//);
  expect(readFileSync(join(projectRoot, '.gitignore'), 'utf8').split('\n')).toContain('/secrets');
});

test('every file that is mounted exists', () => {
  const files = Object.values(services)
    .flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0] ?? ''))
    .filter((source) => source.startsWith('.') && !source.startsWith('./secrets/'));
  expect(files).not.toEqual([]);
  for (const file of files) expect(existsSync(join(projectRoot, file)), file).toBe(true);
});

test('the data of PostgreSQL is on a volume', () => {
  expect(services.postgres?.volumes).toEqual(['postgres:/var/lib/postgresql']);
});
