import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { rawRequest } from '../support/http/raw-request.ts';
import { heapOf, measurableHeap } from '../support/preloaded/measure-heap.ts';
import { test } from '../support/products/http-test.ts';
import { password, withPassword } from '../support/sign-in/password.ts';

const MIB = 2 ** 20;

/** Data that is not accepted within this time counts as never accepted, milliseconds. */
const STALLED_MS = 2000;

/** Sends the head and 9 of 10 MiB, as fast as they are accepted. */
async function pourInto(url: string, head: string): Promise<{ socket: Socket; response: () => string }> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  // The server may close the connection at any time.
  const over = new Promise<void>((resolve) =>
    socket.once('close', () => resolve()).on('error', () => resolve()),
  );
  socket.write(head);
  const part = Buffer.alloc(MIB, 'a');
  let isTaken = true;
  for (let sent = 0; sent < 9 && isTaken && !socket.destroyed; sent += 1) {
    const chunk = head.includes('chunked') ? [`${MIB.toString(16)}\r\n`, part, '\r\n'] : [part];
    const taken = new Promise<void>((resolve) =>
      socket.write(Buffer.concat(chunk.map((one) => Buffer.from(one))), () => resolve()),
    );
    const stalled = new AbortController();
    isTaken = await Promise.race([
      taken.then(() => true),
      over.then(() => false),
      sleep(STALLED_MS, false, { signal: stalled.signal }).catch(() => false),
    ]);
    stalled.abort();
  }
  return { socket, response: () => text };
}

test('row 44: bodies of 10 MB are rejected, and not kept in memory', { tags: 'nightly' }, async ({
  stack,
}) => {
  const { product } = await stack(
    { monitors: 3 },
    { env: { ...withPassword, ...measurableHeap }, waitForInventory: false },
  );
  const own = `Host: localhost\r\nOrigin: ${product.url}\r\nSec-Fetch-Site: same-origin`;
  const form = 'Content-Type: application/x-www-form-urlencoded';
  const heads = [
    ...['/monitors', '/api/monitors', '/api/auth/login', '/api/nowhere'].flatMap((path) => [
      `POST ${path} HTTP/1.1\r\n${own}\r\n${form}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      `POST ${path} HTTP/1.1\r\n${own}\r\n${form}\r\nContent-Length: ${10 * MIB}\r\n\r\n`,
    ]),
    `POST /api/auth/login HTTP/1.1\r\n${own}\r\nContent-Type: multipart/form-data; boundary=a\r\nTransfer-Encoding: chunked\r\n\r\n`,
    `GET /monitors HTTP/1.1\r\n${own}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  ];
  await Promise.all(heads.map((head) => pourInto(product.url, head).then(({ socket }) => socket.destroy())));
  const before = await heapOf(product);
  const poured = await Promise.all([...heads, ...heads].map((head) => pourInto(product.url, head)));
  const during = await heapOf(product);
  console.log(
    `  180 MiB offered: heap ${before.used.toFixed(1)} MiB before, ${during.used.toFixed(1)} MiB meanwhile`,
  );
  expect(during.used - before.used).toBeLessThan(20);
  for (const [index, { socket, response }] of poured.entries()) {
    const head = heads[index % heads.length] ?? '';
    // The response to a page request is the same with a body, which is discarded.
    await expect
      .poll(response, { message: head })
      .toMatch(head.startsWith('GET') ? /^HTTP\/1\.1 307 / : /^HTTP\/1\.1 4\d\d /);
    socket.destroy();
  }
  const form303 = await rawRequest(product.url, {
    method: 'POST',
    path: '/api/auth/login',
    headers: {
      Origin: product.url,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ password }).toString(),
  });
  expect(form303.status, 'signing in still works').toBe(303);
});

test('row 45: connections with slow headers do not keep others from being served', async ({
  staticStack: { product },
}) => {
  const { hostname, port } = new URL(product.url);
  const slow = Array.from({ length: 200 }, () => connect({ host: hostname, port: Number(port) }));
  for (const socket of slow) {
    socket.on('error', () => undefined);
    socket.write('GET /api/monitors HTTP/1.1\r\nHost: a\r\nX-Slow: ');
  }
  for (let time = 0; time < 20; time += 1) {
    // Each of them sends one more byte before the next request.
    await Promise.all(slow.map((socket) => new Promise((resolve) => socket.write('x', resolve))));
    expect((await rawRequest(product.url, { path: '/api/monitors' })).status).toBe(200);
  }
  for (const socket of slow) socket.destroy();
});
