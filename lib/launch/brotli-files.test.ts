import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveBrotli } from './brotli-files';
import { compressFiles } from './build';

const script = 'export const words = "again and again";\n'.repeat(200);
const folder = mkdtempSync(join(tmpdir(), 'sightline-brotli-'));
mkdirSync(join(folder, 'chunks'));
writeFileSync(join(folder, 'chunks/a.js'), script);
writeFileSync(join(folder, 'b.css'), 'a{color:red}');
writeFileSync(join(folder, 'c.woff2'), 'compressed as it is');

await compressFiles(folder);
const serveFile = serveBrotli(folder, '/static');
const server = createServer((incoming, response) => {
  if (!serveFile(incoming, response)) response.writeHead(404).end();
}).listen(0, '127.0.0.1');

beforeAll(async () => {
  if (!server.listening) await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Sends a request with node:http, because fetch would decompress the body. */
async function send(path: string, accepted: string | null, method = 'GET') {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const outgoing = request({
    port: address.port,
    host: '127.0.0.1',
    path,
    method,
    headers: accepted === null ? {} : { 'accept-encoding': accepted },
  }).end();
  const [response] = await once(outgoing, 'response');
  return {
    status: response.statusCode,
    headers: response.headers,
    body: Buffer.concat(await response.toArray()),
  };
}

test('a script is served with brotli and can be cached forever', async () => {
  const { status, headers, body } = await send('/static/chunks/a.js', 'gzip, deflate, br, zstd');
  expect(status).toBe(200);
  expect(brotliDecompressSync(body).toString()).toBe(script);
  expect(headers).toMatchObject({
    'content-type': 'application/javascript; charset=UTF-8',
    'content-encoding': 'br',
    'content-length': String(body.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
});

test('HEAD has the same headers and no body', async () => {
  const { headers, body } = await send('/static/b.css', 'br', 'HEAD');
  expect(headers).toMatchObject({ 'content-type': 'text/css; charset=UTF-8', 'content-encoding': 'br' });
  expect(body).toHaveLength(0);
});

test.each([
  ['brotli is not accepted', '/static/chunks/a.js', 'gzip'],
  ['no encoding is named', '/static/chunks/a.js', null],
  ['brotli has quality 0', '/static/chunks/a.js', 'gzip, br;q=0'],
  ['brotli has quality 0.000', '/static/chunks/a.js', 'br; q=0.000'],
  ['the file is of another kind', '/static/c.woff2', 'br'],
  ['there is no such file', '/static/chunks/../b.css', 'br'],
])('a request is left to Next when %s', async (_, path, accepted) => {
  expect((await send(path, accepted)).status).toBe(404);
});

test.each(['br;q=1', 'gzip;q=0.5, br;q=0.001', ' br '])('%j accepts brotli', async (accepted) => {
  expect((await send('/static/b.css', accepted)).status).toBe(200);
});

test('only GET and HEAD are served', async () => {
  expect((await send('/static/b.css', 'br', 'POST')).status).toBe(404);
});
