import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressFiles } from './build';
import { createStaticFiles } from './static-files';

const script = 'export const words = "again and again";\n'.repeat(200);
const folder = mkdtempSync(join(tmpdir(), 'sightline-files-'));
mkdirSync(join(folder, 'chunks'));
writeFileSync(join(folder, 'chunks/a.js'), script);
writeFileSync(join(folder, 'b.css'), 'a{color:red}');
writeFileSync(join(folder, 'c.woff2'), 'compressed as it is');

await compressFiles(folder);
writeFileSync(join(folder, 'd.svg'), '<svg/>');
const serveFile = createStaticFiles(folder, { 'X-Content-Type-Options': 'nosniff' });
const server = createServer((incoming, response) => {
  if (!serveFile(incoming, response)) response.writeHead(404).end(incoming.url);
}).listen(0, '127.0.0.1');

beforeAll(async () => {
  if (!server.listening) await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Sends a request with node:http, because fetch would decompress the body. */
async function send(
  path: string,
  accepted: string | null,
  options: { method?: string; range?: string } = {},
) {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { method = 'GET', range } = options;
  const headers = {
    ...(accepted === null ? {} : { 'accept-encoding': accepted }),
    ...(range === undefined ? {} : { range }),
  };
  const outgoing = request({ port: address.port, host: '127.0.0.1', path, method, headers }).end();
  const [response] = await once(outgoing, 'response');
  return {
    status: response.statusCode,
    headers: response.headers,
    body: Buffer.concat(await response.toArray()),
  };
}

test('a script is served with brotli and can be cached forever', async () => {
  const { status, headers, body } = await send('/_next/static/chunks/a.js', 'gzip, deflate, br, zstd');
  expect(status).toBe(200);
  expect(brotliDecompressSync(body).toString()).toBe(script);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript',
    'content-encoding': 'br',
    'content-length': String(body.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  });
  expect(headers).not.toHaveProperty('content-security-policy');
});

test('a client without brotli gets gzip, and one without any encoding the file as it is', async () => {
  const zipped = await send('/_next/static/chunks/a.js', 'gzip');
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.body).toString()).toBe(script);
  const plain = await send('/_next/static/chunks/a.js', null);
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.body.toString()).toBe(script);
});

test('a font is served as it is', async () => {
  const { headers, body } = await send('/_next/static/c.woff2', 'br');
  expect(headers).toMatchObject({ 'content-type': 'font/woff2' });
  expect(headers).not.toHaveProperty('content-encoding');
  expect(body.toString()).toBe('compressed as it is');
});

test('HEAD has the same headers and no body', async () => {
  const { headers, body } = await send('/_next/static/b.css', 'br', { method: 'HEAD' });
  expect(headers).toMatchObject({ 'content-type': 'text/css', 'content-encoding': 'br' });
  expect(body).toHaveLength(0);
});

test.each(['bytes=0-3', 'bytes=9-2', 'bytes=999999-', 'x'])('the range %s is ignored', async (range) => {
  const { status, body } = await send('/_next/static/chunks/a.js', null, { range });
  expect(status).toBe(200);
  expect(body.toString()).toBe(script);
});

test.each([
  ['a browser can open the file as a document', '/_next/static/d.svg'],
  ['there is no such file', '/_next/static/chunks/none.js'],
  ['it asks for a compressed copy', '/_next/static/b.css.br'],
  ['the path leads out of the folder', '/_next/static/chunks/../b.css'],
  ['the path is another one', '/static/b.css'],
])('a request is left to Next, with its URL, when %s', async (_, path) => {
  const { status, body } = await send(path, 'br');
  expect(status).toBe(404);
  expect(body.toString()).toBe(path);
});

test('only GET and HEAD are served', async () => {
  expect((await send('/_next/static/b.css', 'br', { method: 'POST' })).status).toBe(404);
});

test('a file that a new build has removed under a running server ends its request', async () => {
  const gone = join(folder, 'chunks/gone.js');
  writeFileSync(gone, script);
  const serveOnce = createStaticFiles(folder, {});
  rmSync(gone);
  const other = createServer((incoming, response) => void serveOnce(incoming, response)).listen(
    0,
    '127.0.0.1',
  );
  await once(other, 'listening');
  const address = other.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const outgoing = request({ port: address.port, host: '127.0.0.1', path: '/_next/static/chunks/gone.js' });
  outgoing.end();
  await expect(once(outgoing, 'response').then(([response]) => response.toArray())).rejects.toThrow();
  other.close();
});
