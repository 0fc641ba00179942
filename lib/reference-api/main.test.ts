import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serve } from './conformance.fixtures.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

function run(...args: string[]): { child: ChildProcess; output: { out: string; err: string } } {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, output };
}

/** Runs the program until it exits. */
async function finish(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { child, output } = run(...args);
  const [code] = await once(child, 'close');
  return { code: Number(code), ...output };
}

/** Starts the program and waits until it listens. */
async function listening(...args: string[]) {
  const { child, output } = run('--port', '0', ...args);
  while (!output.out.includes('curl ')) await once(child.stdout ?? child, 'data');
  const find = (label: string) => new RegExp(`${label} +(\\S+)`).exec(output.out)?.[1] ?? '';
  return { child, baseUrl: find('Reference API'), key: find('API key') };
}

async function total(baseUrl: string, key: string): Promise<number> {
  const response = await fetch(`${baseUrl}/monitors`, { headers: { Authorization: `Bearer ${key}` } });
  const { pagination } = Object(await response.json());
  return Object(pagination).total;
}

describe('npm run api', () => {
  test('prints base URL and key, serves, and ends on SIGTERM', async () => {
    const { child, baseUrl, key } = await listening();
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(key).toBe('reference-api-demo-key');
    expect(await total(baseUrl, key)).toBe(248);
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  test('takes number, seed, key and limits', async () => {
    const { baseUrl, key } = await listening(
      ...['--monitors', '7', '--seed', '42', '--key', 'mine', '--still'],
      ...['--limit-minute', '9', '--quota-daily', 'unlimited', '--quota-monthly', '77'],
    );
    expect(key).toBe('mine');
    expect(await total(baseUrl, key)).toBe(7);
    const { headers } = await fetch(`${baseUrl}/monitors`, { headers: { Authorization: 'Bearer mine' } });
    const limits = ['x-ratelimit-limit', 'x-quota-daily-limit', 'x-quota-monthly-limit'].map((name) =>
      headers.get(name),
    );
    expect(limits).toEqual(['9', '1000000000', '77']);
  });

  test('a port in use is reported in one sentence', async () => {
    const { port } = await serve();
    const { code, err } = await finish('--port', String(port));
    expect(code).toBe(1);
    expect(err).toBe(
      `listen EADDRINUSE: address already in use 127.0.0.1:${port}\n--help lists the options.\n`,
    );
  });
});
