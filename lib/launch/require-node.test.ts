import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Loads it in a process that takes itself for this version of Node. */
function load(version: string) {
  const versions = JSON.stringify({ node: version });
  const script = `Object.defineProperty(process, 'versions', { value: ${versions} }); require('./lib/launch/require-node.cjs');`;
  return spawnSync(process.execPath, ['--eval', script], { encoding: 'utf8' });
}

test('an old Node ends with one sentence', () => {
  const { status, stderr } = load('20.19.0');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Run "npm ci" first: it installs the Node that Sightline needs\. .*\n$/);
  expect(load('24.0.0')).toMatchObject({ status: 0, stderr: '' });
});
