import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { drainable } from './drain';

async function listening() {
  const answers: ServerResponse[] = [];
  const server = createServer({ keepAliveTimeout: 600_000 }, (_request, response) => answers.push(response));
  const close = drainable(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, close, answers, port: address.port };
}

test('a connection on which nothing was asked does not hold the end up', async () => {
  const { server, close, port } = await listening();
  const accepted = once(server, 'connection');
  const silent = connect(port, '127.0.0.1');
  await accepted;
  const cut = once(silent, 'close');
  await close();
  await cut;
});

test('row 79: an idle connection that is kept does not hold the end up', async () => {
  const { server, close, answers, port } = await listening();
  const kept = connect(port, '127.0.0.1');
  const requested = once(server, 'request');
  kept.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await requested;
  const answered = once(kept, 'data');
  answers[0]?.end('whole');
  await answered;
  const cut = once(kept, 'close');
  await close();
  await cut;
});

test('an upgraded connection, as development has, does not hold the end up', async () => {
  const { server, close, port } = await listening();
  const upgraded = once(server, 'upgrade');
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await upgraded;
  await close();
  socket.destroy();
});

test('row 35: a request under way is answered before the end, and its connection takes no other', async () => {
  const { server, close, answers, port } = await listening();
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  const requested = once(server, 'request');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await requested;
  const [answered, cut] = [once(socket, 'data'), once(socket, 'close')];
  const closed = close();
  expect(server.listening, 'nobody else can connect').toBe(false);
  answers[0]?.end('whole');
  expect((await answered)[0]).toMatch(/whole/);
  await closed;
  await cut;
});
