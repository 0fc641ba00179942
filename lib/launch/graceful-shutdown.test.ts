import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const here = new URL('.', import.meta.url);

/** Starts a process that prints the steps of its shutdown in order. @param drain code that its drain runs */
async function start(drain: string) {
  const script = `
    import { pino } from 'pino';
    import { shutDownOnSignal } from '${new URL('graceful-shutdown.ts', here)}';
    import { onShutdown } from '${new URL('../process/shutdown-steps.ts', here)}';
    const print = (what) => async () => console.log(what);
    onShutdown('storage', print('storage'));
    onShutdown('background', print('background'));
    shutDownOnSignal(pino({ enabled: false }), async () => { console.log('drain'); ${drain} }, print('app'));
    const handled = process.eventNames().filter((name) => /^[A-Z]|un|before/.test(name)).sort().join();
    process.on('SIGUSR2', print('still here'));
    console.log(handled);
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const lines = () => text.trim().split('\n');
  const exited = once(child, 'close').then(([code]) => code);
  await expect.poll(() => text, { timeout: 20_000 }).toContain('\n');
  return { child, lines, exited };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'row 35: %s stops background work, drains the server, and closes the store last',
  async (signal) => {
    const { child, lines, exited } = await start('');
    child.kill(signal);
    expect(await exited).toBe(0);
    expect(lines().slice(1)).toEqual(['background', 'drain', 'app', 'storage']);
  },
);

test('only requests to terminate are handled', async () => {
  const { child, lines } = await start('');
  expect(lines()[0]).toBe('SIGINT,SIGQUIT,SIGTERM');
  child.kill('SIGUSR2');
  await expect.poll(lines).toContain('still here');
  expect(lines()).not.toContain('drain');
});

test('a second signal terminates a shutdown that hangs', async () => {
  const { child, lines, exited } = await start('await new Promise(() => {});');
  child.kill('SIGTERM');
  await expect.poll(lines).toContain('drain');
  child.kill('SIGTERM');
  expect(await exited).toBe(1);
  expect(lines()).not.toContain('storage');
});
