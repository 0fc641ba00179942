/** @module-tag deep */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { neutralEnvironment } from '../support/products/product.ts';
import { launchServer } from '../support/products/server-process.ts';
import { replicaInfo } from '../support/replicas/replicas.ts';
import { isMissing, postgresProgram } from '../support/runner/system-program.ts';

const script = fileURLToPath(new URL('../support/replicas/demo-replicas-process.ts', import.meta.url));

/** Starts the demo with two replicas. @param env further settings */
function launchDemo(env: Record<string, string>) {
  return launchServer([script, '2'], {
    env: { ...neutralEnvironment(), PORT: '0', ...env },
    pattern: /Sightline is running at (http:[^\s,]+)[\s\S]*Ctrl-C ends all/,
  });
}

/** Returns the replicas that the demo has printed. */
function printedReplicas(output: string): { url: string; pid: number }[] {
  const lines = output.matchAll(/(http:\S+) {2}\(to end it: kill -9 (\d+)\)/g);
  return Array.from(lines, ([, url = '', pid]) => ({ url, pid: Number(pid) }));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('the demo runs replicas: after one is killed with the printed command, the other still shows the list; both end with the demo', {
  tags: 'nightly',
  timeout: 300_000,
}, async ({ skip }) => {
  skip(isMissing(postgresProgram), 'needs PostgreSQL');
  const demo = launchDemo({});
  const url = await demo.url;
  const replicas = printedReplicas(demo.logs());
  expect(replicas).toHaveLength(2);
  const list = async () => (await ask(`${url}/api/monitors?per_page=1`)).text;
  // The past month of the demo is written first.
  await expect.poll(list, { timeout: 240_000 }).toContain('"state":"complete"');
  await expect.poll(async () => (await replicaInfo({ url })).count).toBe(2);
  const [killed, other] = replicas;
  process.kill(killed?.pid ?? 0, 'SIGKILL');
  await expect.poll(demo.logs).toContain(`The replica at ${killed?.url} has ended.`);
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(`${url}/api/monitors`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await demo.stop()).toBe(0);
  expect(isRunning(other?.pid ?? 0)).toBe(false);
});

test('the demo does not start its replicas on a port in use, and reports it', async ({ skip }) => {
  skip(isMissing(postgresProgram), 'needs PostgreSQL');
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const demo = launchDemo({ PORT: String(port) });
  expect(await demo.exited).toBe(1);
  taken.close();
  expect(demo.logs().trim()).toBe(`Port ${port} on 127.0.0.1 is already in use. Set PORT to a free port.`);
});
