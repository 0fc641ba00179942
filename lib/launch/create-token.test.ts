import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hashOfToken, parseTokenFile } from '../server/auth/api-token';

const program = fileURLToPath(new URL('create-token.ts', import.meta.url));
const run = (...args: string[]) =>
  spawnSync(process.execPath, ['--conditions=react-server', program, ...args], { encoding: 'utf8' });

test('it prints a new token each time, and the line by which the server knows it', () => {
  const [one, other] = [run('grafana'), run('grafana')].map(({ stdout }) => stdout.split('\n'));
  const [token = '', line = '', ...rest] = one ?? [];
  expect(token).toMatch(/^sightline_[\w-]{43}$/);
  expect(token).not.toBe(other?.[0]);
  expect(rest).toEqual(['']);
  expect(parseTokenFile(line)).toEqual({
    tokens: new Map([[hashOfToken(token), 'grafana']]),
    wrong: [],
  });
});

test.each([[[]], [['a name']], [['a', 'b']], [['-x']]])('it refuses the name %j', (args) => {
  const { status, stdout, stderr } = run(...args);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('npm run create-token grafana');
});
