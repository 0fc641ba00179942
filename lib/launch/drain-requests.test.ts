import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createDrain } from './drain-requests';

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

test('a connection without a request does not delay closing', async () => {
  const { server, close, port } = await startServer();
  const accepted = once(server, 'connection');
  const unused = connect(port, '127.0.0.1');
  await accepted;
  const disconnected = once(unused, 'close');
  await close();
  await disconnected;
});

test('row 79: an idle keep-alive connection does not delay closing', async () => {
  const { server, close, responses, port } = await startServer();
  const kept = connect(port, '127.0.0.1');
  const requested = once(server, 'request');
  kept.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await requested;
  const responded = once(kept, 'data');
  responses[0]?.end('complete');
  await responded;
  const disconnected = once(kept, 'close');
  await close();
  await disconnected;
});

test('an upgraded connection, as the development server has, does not delay closing', async () => {
  const { server, close, port } = await startServer();
  const upgraded = once(server, 'upgrade');
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await upgraded;
  await close();
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
