import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createHttpServer, listen, printableUrl, startMessage } from './listen';

const server = createHttpServer(false);
server.on('request', (request, response) => response.end(`${request.method} ${request.url}`));
let port = 0;

beforeAll(async () => {
  port = Number(await listen(server, '127.0.0.1', 0));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Sends bytes on a new connection. @returns everything received until the server closes it */
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
  ['GET / HTTP/1.1\r\n\r\n', 400],
  [`GET / HTTP/1.1\r\nCookie: a=${'x'.repeat(66_000)}`, 431],
])('row 42, row 58: %.20j gets an error, and the connection is closed', async (bytes, status) => {
  expect(await send(bytes)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*Connection: close\r\n`));
});

test('row 44: CONNECT gets no answer', async () => {
  expect(await send('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
});

test('other applications of the host may have 20 kB of cookies', async () => {
  const cookie = `a=${'x'.repeat(20_000)}`;
  const response = await send(`GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nCookie: ${cookie}\r\n\r\n`);
  expect(response).toContain('HTTP/1.1 200 OK');
});

test('a taken port is an error with a sentence, or another port is used and reported', async () => {
  await expect(listen(createServer(), '127.0.0.1', port)).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is already in use`,
  );
  const said = vi.spyOn(console, 'log').mockReturnValue();
  const other = createServer();
  expect(await listen(other, '127.0.0.1', port, true)).not.toBe(port);
  expect(said).toHaveBeenCalledWith(`Port ${port} is taken, so another one is used.`);
  other.close();
});

test('where there is no IPv6, `::` means IPv4', async () => {
  const machine = createServer();
  const real = machine.listen.bind(machine);
  vi.spyOn(machine, 'listen').mockImplementation((at: unknown, host?: unknown) => {
    if (host !== '::') return real(Number(at), String(host));
    queueMicrotask(() =>
      machine.emit('error', Object.assign(new Error('no IPv6'), { code: 'EAFNOSUPPORT' })),
    );
    return machine;
  });
  expect(await listen(machine, '::', 0)).toBeGreaterThan(0);
  expect(machine.address()).toMatchObject({ address: '0.0.0.0' });
  machine.close();
});

test('row 79: Node’s own limits are longer than an idle connection is kept open', () => {
  for (const limited of [createHttpServer(false), createHttpServer(true)]) {
    expect(limited.keepAliveTimeout).toBeGreaterThanOrEqual(75_000);
    expect(limited.headersTimeout).toBeGreaterThan(limited.keepAliveTimeout);
    expect(limited.requestTimeout).toBeGreaterThanOrEqual(limited.headersTimeout);
  }
});

test.each(['h2c', 'TLS/1.3', 'websocket'])(
  'row 78: an offer to upgrade to %s is ignored, and the HTTP/1.1 connection stays open',
  async (protocol) => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    const offer = `Upgrade: ${protocol}\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAoAAA`;
    socket.write(`GET /first HTTP/1.1\r\nHost: a\r\n${offer}\r\n\r\n`);
    expect((await once(socket, 'data'))[0]).toMatch(/^HTTP\/1\.1 200 OK\r\n.*GET \/first$/s);
    socket.write('GET /second HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect((await once(socket, 'data'))[0]).toMatch(/^HTTP\/1\.1 200 OK\r\n.*GET \/second$/s);
    await once(socket, 'close');
  },
);

test('row 78: in development only WebSockets are upgraded', async () => {
  const development = createHttpServer(true);
  development.on('upgrade', (_request, socket) => socket.end('upgraded'));
  development.on('request', (_request, response) => response.end('answered'));
  const developmentPort = Number(await listen(development, '127.0.0.1', 0));
  const sendUpgrade = async (protocol: string) => {
    const socket = connect(developmentPort, '127.0.0.1').setEncoding('latin1');
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nUpgrade: ${protocol}\r\nConnection: Upgrade\r\n\r\n`);
    const [text] = await once(socket, 'data');
    socket.destroy();
    return text;
  };
  expect(await sendUpgrade('websocket')).toBe('upgraded');
  expect(await sendUpgrade('h2c')).toMatch(/answered$/);
  development.close();
  development.closeAllConnections();
});

/** Sends the beginning of a request, and then a byte from time to time. @returns everything received until the server closes it */
async function sendSlowly(toPort: number, bytes: string): Promise<string> {
  const slow = connect(toPort, '127.0.0.1').setEncoding('latin1');
  let text = '';
  slow.on('data', (chunk: string) => {
    text += chunk;
  });
  // The server does not wait until the client has read its answer.
  slow.on('error', () => undefined);
  slow.write(bytes);
  const drip = setInterval(() => slow.write('x'), 50);
  await new Promise((closed) => slow.once('close', closed));
  clearInterval(drip);
  return text;
}

test('row 45: requests with slow headers or a slow body are disconnected', async () => {
  const impatient = createHttpServer(false);
  impatient.headersTimeout = 100;
  impatient.requestTimeout = 100;
  impatient.on('request', () => undefined);
  const impatientPort = Number(await listen(impatient, '127.0.0.1', 0));
  // At the same time, because the server looks for them only every two seconds.
  const answers = await Promise.all([
    sendSlowly(impatientPort, 'GET / HTTP/1.1\r\nX-Slow: '),
    sendSlowly(impatientPort, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\na='),
  ]);
  for (const answer of answers) expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/);
  impatient.close();
});

test('the printed URL can be opened in a browser', () => {
  expect(printableUrl('0.0.0.0', 3000)).toBe('http://localhost:3000');
  expect(printableUrl('::', 3000)).toBe('http://localhost:3000');
  expect(printableUrl('::1', 3000)).toBe('http://[::1]:3000');
});

const loopback = { host: '127.0.0.1', port: 3000, basePath: '', isDemo: false, hasConfiguredHosts: false };

test('the message contains the URL, whether the data is demo data, and how other machines can open the product', () => {
  const begin = 'Sightline is running at http://127.0.0.1:3000';
  expect(startMessage(loopback)).toBe(begin);
  expect(startMessage({ ...loopback, basePath: '/status' })).toBe(`${begin}/status`);
  expect(startMessage({ ...loopback, isDemo: true })).toBe(`${begin} with demo data`);
  for (const host of ['0.0.0.0', '::']) {
    const message = startMessage({ ...loopback, host });
    expect(message, 'row 76').toMatch(
      /^Sightline is running at http:\/\/localhost:3000\n.*SIGHTLINE_ALLOWED_HOSTS/,
    );
    const configured = startMessage({ ...loopback, host, hasConfiguredHosts: true });
    expect(configured).not.toContain('SIGHTLINE_ALLOWED_HOSTS');
  }
});
