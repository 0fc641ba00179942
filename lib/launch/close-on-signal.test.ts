import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const here = new URL('.', import.meta.url);

/** A process that says what its shutdown does, in order. @param drain the body of its drain */
async function start(drain: string) {
  const script = `
    import { pino } from 'pino';
    import { closeOnSignal } from '${new URL('close-on-signal.ts', here)}';
    import { onShutdown } from '${new URL('../shutdown.ts', here)}';
    const say = (what) => async () => console.log(what);
    onShutdown('storage', say('storage'));
    onShutdown('background', say('background'));
    closeOnSignal(pino({ enabled: false }), async () => { console.log('drain'); ${drain} }, say('app'));
    const handled = process.eventNames().filter((name) => /^[A-Z]|un|before/.test(name)).sort().join();
    process.on('SIGUSR2', say('still here'));
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
  'row 35: %s stops the work, drains, and closes the store last',
  async (signal) => {
    const { child, lines, exited } = await start('');
    child.kill(signal);
    expect(await exited).toBe(0);
    expect(lines().slice(1)).toEqual(['background', 'drain', 'app', 'storage']);
  },
);

test('it listens for requests to end and for nothing else', async () => {
  const { child, lines } = await start('');
  expect(lines()[0]).toBe('SIGINT,SIGQUIT,SIGTERM');
  child.kill('SIGUSR2');
  await expect.poll(lines).toContain('still here');
  expect(lines()).not.toContain('drain');
});

test('a second signal ends a shutdown that hangs', async () => {
  const { child, lines, exited } = await start('await new Promise(() => {});');
  child.kill('SIGTERM');
  await expect.poll(lines).toContain('drain');
  child.kill('SIGTERM');
  expect(await exited).toBe(1);
  expect(lines()).not.toContain('storage');
});
