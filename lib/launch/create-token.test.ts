import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hashOfToken } from '../server/auth/api-token';
import { parseTokenFile } from '../server/auth/tokens';

const program = fileURLToPath(new URL('create-token.ts', import.meta.url));
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--conditions=react-server', program, ...args], { encoding: 'utf8' });

test('each run prints a new token, and the line by which the server recognizes it', () => {
  const [one, other] = [run('grafana'), run('grafana')].map(({ stdout }) => stdout.split('\n'));
  const [token = '', line = '', ...rest] = one ?? [];
  expect(token).toMatch(/^sightline_[\w-]{43}$/);
  expect(token).not.toBe(other?.[0]);
  expect(rest).toEqual(['']);
  expect(parseTokenFile(line)).toEqual({
    tokens: new Map([[hashOfToken(token), { name: 'grafana', use: 'script', view: null }]]),
    wrong: [],
  });
});

test('wrong arguments are answered with the usage', () => {
  const { status, stdout, stderr } = run('a name');
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('npm run create-token grafana');
});
