import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerBrokenConnections, createHttpServer, listen } from './http-server';

const server = createHttpServer(false);
server.on('request', (request, response) => response.end(`${request.method} ${request.url}`));
answerBrokenConnections(server, () => [['X-Always', 'yes']]);
let port = 0;

beforeAll(async () => {
  port = Number(await listen(server, '127.0.0.1', 0));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Sends these bytes on a connection of their own. @returns all that comes back until the server closes it */
async function send(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let text = '';
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  socket.write(bytes);
  await once(socket, 'close');
  return text;
}

test.each([
  ['garbage\r\n\r\n', 400],
  ['CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  [`GET / HTTP/1.1\r\nX: ${'x'.repeat(200_000)}`, 431],
])('%.20j is answered in the form of our errors, and the connection is closed', async (bytes, status) => {
  const [head = '', body = ''] = (await send(bytes)).split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(head).toContain('X-Always: yes');
  expect(JSON.parse(body)).toMatchObject({ error: expect.any(String), request_id: expect.any(String) });
});

test('row 79: a balancer is told to keep an idle connection for 75 s', async () => {
  const answer = await send(
    'GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n(.+\r\n)*Keep-Alive: timeout=75\r\n/);
});

test('a port in use is said in a sentence', async () => {
  const second = createHttpServer(false);
  expect(await listen(second, '127.0.0.1', port)).toBe(
    `Port ${port} on 127.0.0.1 is in use: set PORT to another one.`,
  );
});
