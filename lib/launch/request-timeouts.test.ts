import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { handleClientErrors, listen } from './http-server';
import { limitArrival } from './request-timeouts';

const limits = { headMs: 10_000, requestMs: 30_000 };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Starts a server that responds at once without reading the body. Its limits use a clock of the test. */
async function setUp() {
  const server = createServer((request, response) => response.end(`answered ${request.url}`));
  servers.push(server);
  handleClientErrors(server, []);
  let now = 0;
  const check = limitArrival(server, limits, () => now);
  const port = Number(await listen(server, '127.0.0.1', 0));
  return {
    server,
    pass(milliseconds: number) {
      now += milliseconds;
    },
    /** Advances the clock and checks all connections. */
    checkAfter(milliseconds: number) {
      now += milliseconds;
      check();
    },
    /** Opens a connection. */
    async open() {
      const accepted = once(server, 'connection');
      const socket = connect(port, '127.0.0.1').setEncoding('latin1');
      let text = '';
      socket.on('data', (chunk: string) => {
        text += chunk;
      });
      const peer: Socket = (await accepted)[0];
      let sent = 0;
      return {
        /** Resolves once the server has read the bytes. */
        async send(bytes: string) {
          sent += bytes.length;
          socket.write(bytes);
          await expect.poll(() => peer.bytesRead).toBe(sent);
        },
        text: () => text,
        closed: () => once(socket, 'close'),
        isOpen: () => !peer.destroyed && !peer.writableEnded,
      };
    },
  };
}

const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

test('row 45: an incomplete head gets 408, and is disconnected 10 s after it was first noticed', async () => {
  const { checkAfter, open } = await setUp();
  const slow = await open();
  await slow.send('GET / HTTP/1.1\r\nX-Slow: ');
  checkAfter(2000);
  checkAfter(limits.headMs);
  expect(slow.isOpen()).toBe(true);
  checkAfter(1);
  await slow.closed();
  expect(slow.text()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
});

test('row 45: sending byte by byte does not extend the limit, nor does an earlier request', async () => {
  const { checkAfter, open } = await setUp();
  const slow = await open();
  await slow.send(head('/first'));
  await expect.poll(slow.text).toContain('answered /first');
  checkAfter(60_000);
  await slow.send('GET /second HTTP/1.1\r\nX-Slow: ');
  checkAfter(0);
  for (let second = 0; second < 10; second += 5) {
    await slow.send('x');
    checkAfter(5000);
  }
  expect(slow.isOpen()).toBe(true);
  await slow.send('x');
  checkAfter(1);
  await slow.closed();
  expect(slow.text()).toContain('HTTP/1.1 408 Request Timeout');
});

test('row 45: a request whose body does not arrive is disconnected 30 s after its head', async () => {
  const { checkAfter, open } = await setUp();
  const slow = await open();
  await slow.send('POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\na=');
  await expect.poll(slow.text).toContain('answered /form');
  checkAfter(limits.requestMs);
  expect(slow.isOpen()).toBe(true);
  checkAfter(1);
  await slow.closed();
});

test('row 79: a connection that a load balancer opens in advance stays open and can be used later', async () => {
  const { checkAfter, open } = await setUp();
  const idle = await open();
  for (let second = 0; second < 75; second += 1) checkAfter(1000);
  expect(idle.isOpen()).toBe(true);
  await idle.send(head('/late'));
  await expect.poll(idle.text).toContain('answered /late');
});

test('row 79: a keep-alive connection may be idle between requests, also after a late body', async () => {
  const { checkAfter, open } = await setUp();
  const kept = await open();
  await kept.send('POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\na=');
  await expect.poll(kept.text).toContain('answered /form');
  checkAfter(2000);
  await kept.send('bc');
  for (let second = 0; second < 75; second += 1) checkAfter(1000);
  expect(kept.isOpen()).toBe(true);
  await kept.send(`${head('/one')}${head('/two')}`);
  await expect.poll(kept.text).toContain('answered /two');
  for (let second = 0; second < 75; second += 1) checkAfter(1000);
  expect(kept.isOpen()).toBe(true);
});

test('row 79: an empty line after a request does not start another one', async () => {
  const { checkAfter, open } = await setUp();
  const kept = await open();
  await kept.send(head('/one'));
  await expect.poll(kept.text).toContain('answered /one');
  await kept.send('\r\n');
  for (let second = 0; second < 75; second += 1) checkAfter(1000);
  expect(kept.isOpen()).toBe(true);
});

test('the duration of a response is not limited', async () => {
  const server = createServer();
  servers.push(server);
  handleClientErrors(server, []);
  let now = 0;
  const check = limitArrival(server, limits, () => now);
  const port = Number(await listen(server, '127.0.0.1', 0));
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(head('/'));
  const [, response] = await once(server, 'request');
  now += 100_000;
  check();
  response.end('late');
  expect((await once(socket, 'data'))[0]).toContain('200 OK');
  socket.destroy();
});

test('row 45: the duration of an earlier request and its response does not count', async () => {
  const { pass, checkAfter, open, server } = await setUp();
  const kept = await open();
  const responders: (() => void)[] = [];
  server.on('checkExpectation', (_request, response) => responders.push(() => response.end('late')));
  await kept.send('GET / HTTP/1.1\r\nHost: a\r\nExpect: something\r\n\r\n');
  await expect.poll(() => responders).toHaveLength(1);
  pass(60_000);
  responders[0]?.();
  await expect.poll(kept.text).toContain('late');
  await kept.send('GET /second HTTP/1.1\r\nX: ');
  checkAfter(2000);
  expect(kept.isOpen()).toBe(true);
});

test('row 79: a connection also stays open after a request with an Expect header', async () => {
  const { checkAfter, open, server } = await setUp();
  server.on('checkExpectation', (_request, response) => response.end('expected'));
  const kept = await open();
  await kept.send('GET / HTTP/1.1\r\nHost: a\r\nExpect: something\r\n\r\n');
  await expect.poll(kept.text).toContain('expected');
  for (let second = 0; second < 75; second += 1) checkAfter(1000);
  expect(kept.isOpen()).toBe(true);
});
