import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseTokenFile } from '../server/auth/token-file';
import { hashOfToken } from '../server/auth/token-hash';
import { newToken } from './create-token';

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

/** The link and the line for these arguments. */
function created(args: readonly string[], env: Record<string, string> = {}): { shown: string; line: string } {
  return newToken(args, env) ?? expect.fail(`refused: ${args}`);
}

test.each([
  [[], ''],
  [['--view', 'type=https&region=fra1'], 'type=https&region=fra1'],
  [['--view', 'Payments & co'], 'view=Payments+%26+co'],
  // Names that look like an address. Without filters the token would be for all monitors.
  [['--view', 'What is down?'], 'view=What+is+down%3F'],
  [['--view', 'a = b?'], 'view=a+%3D+b%3F'],
  [['--view', '/monitors?'], 'view=%2Fmonitors%3F'],
  // The same as in a line of the file, and as in the address of a wall.
  [['--view', 'view=Production'], 'view=Production'],
  [['--view', 'https://a.example/wall?view=Production'], 'view=Production'],
  // The address of a list, with parameters that a wall does not have.
  [['--view', 'https://a.example/monitors?q=%22a+b%22&sort=name&page=2&view=Mine'], 'q=%22a+b%22'],
])('a wall has a link, and a line with its view: %j', (args, view) => {
  const { shown, line } = created(['--wall', 'lobby', ...args]);
  const [, token = ''] = /^\/wall#token=(sightline_[\w-]{43})$/.exec(shown) ?? [];
  expect(parseTokenFile(line)).toEqual({
    tokens: new Map([[hashOfToken(token), { name: 'lobby', use: 'wall', view }]]),
    wrong: [],
  });
});

test('the link has the URL at which people open the product', () => {
  const env = { SIGHTLINE_PUBLIC_URL: 'https://a.example/', SIGHTLINE_BASE_PATH: '/status/' };
  expect(created(['--wall', 'lobby'], env).shown).toMatch(/^https:\/\/a\.example\/status\/wall#token=/);
});

test('a feed has a link, and a line with its view', () => {
  const env = { SIGHTLINE_PUBLIC_URL: 'https://a.example' };
  const { shown, line } = created(['--feed', 'chat', '--view', 'Production'], env);
  const [, token = ''] =
    /^https:\/\/a\.example\/api\/changes\/feed\?token=(sightline_[\w-]{43})$/.exec(shown) ?? [];
  expect(parseTokenFile(line).tokens).toEqual(
    new Map([[hashOfToken(token), { name: 'chat', use: 'feed', view: 'view=Production' }]]),
  );
});

test.each([
  [[]],
  [['a name']],
  [['a', 'b']],
  [['-x']],
  [['--wall']],
  [['--wall', 'a name']],
  [['--wall', 'a', 'b']],
  [['--wall', 'a', '--feed', 'b']],
  [['grafana', '--view', 'type=https']],
])('the arguments %j are refused', (args) => {
  expect(newToken(args, {})).toBeNull();
});
