import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createDrain } from './shutdown';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const here = new URL('.', import.meta.url);

/** Starts a process that prints the steps of its shutdown in order. @param drain code that its drain runs */
async function start(drain: string) {
  const script = `
    import { pino } from 'pino';
    import { shutDownOnSignal } from '${new URL('shutdown.ts', here)}';
    import { onShutdown } from '${new URL('../process/shared.ts', here)}';
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
  await expect.poll(() => text).toContain('\n');
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

async function startServer() {
  const responses: ServerResponse[] = [];
  const server = createServer({ keepAliveTimeout: 600_000 }, (_request, response) =>
    responses.push(response),
  );
  const close = createDrain(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, close, responses, port: address.port };
}

/**
 * Closes a server while its clock stands still, so that a wait for a connection would not end.
 *
 * @returns how many connections are open afterwards
 */
async function closeAtOnce({ server, close }: Awaited<ReturnType<typeof startServer>>): Promise<number> {
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
  await close();
  clock.mockRestore();
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

test('a connection without a request does not delay closing', async () => {
  const started = await startServer();
  const accepted = once(started.server, 'connection');
  const unused = connect(started.port, '127.0.0.1');
  await accepted;
  const disconnected = once(unused, 'close');
  expect(await closeAtOnce(started)).toBe(0);
  await disconnected;
});

test('row 79: an idle keep-alive connection does not delay closing', async () => {
  const started = await startServer();
  const kept = connect(started.port, '127.0.0.1');
  const requested = once(started.server, 'request');
  kept.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await requested;
  const responded = once(kept, 'data');
  started.responses[0]?.end('complete');
  await responded;
  const disconnected = once(kept, 'close');
  expect(await closeAtOnce(started)).toBe(0);
  await disconnected;
});

test('an upgraded connection, as the development server has, does not delay closing', async () => {
  const started = await startServer();
  const upgraded = once(started.server, 'upgrade');
  const socket = connect(started.port, '127.0.0.1').on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await upgraded;
  expect(await closeAtOnce(started), 'Node leaves it to who has upgraded it').toBe(1);
  expect(started.server.listening).toBe(false);
  socket.destroy();
});

test('row 35: a request in flight is completed before closing, and its connection accepts no other', async () => {
  const { server, close, responses, port } = await startServer();
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  const requested = once(server, 'request');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await requested;
  const [responded, disconnected] = [once(socket, 'data'), once(socket, 'close')];
  const closed = close();
  expect(server.listening, 'no new connection is accepted').toBe(false);
  responses[0]?.end('complete');
  expect((await responded)[0]).toMatch(/complete/);
  await closed;
  await disconnected;
});
