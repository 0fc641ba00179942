import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

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
