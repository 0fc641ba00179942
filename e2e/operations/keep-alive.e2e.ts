import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { expect } from '@playwright/test';
import { requestAsBalancer } from '../support/http/balancer.ts';
import { test } from '../support/products/fixtures.ts';

test('row 79: an idle connection is kept for longer than a slow request may take', {
  tag: '@nightly',
}, async ({ staticStack: { product } }) => {
  const balancer = new Agent({ keepAlive: true, maxSockets: 1 });
  const first = await requestAsBalancer(balancer, product.url);
  expect(first).toEqual({ status: 200, isReused: false, keepAlive: 'timeout=75' });
  // Opened in advance for a later request.
  const { hostname, port } = new URL(product.url);
  const unused = connect({ host: hostname, port: Number(port) }).setEncoding('latin1');

  // Also kept alive, but then too slow with the headers of its second request.
  const slow = connect({ host: hostname, port: Number(port) }).setEncoding('latin1');
  let text = '';
  slow.on('data', (chunk: string) => {
    text += chunk;
  });
  slow.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => text).toMatch(/^HTTP\/1\.1 200 /);
  slow.write('GET /api/health HTTP/1.1\r\nX-Slow: ');
  await once(slow, 'close');
  expect(text, 'the slow connection is closed').toContain('HTTP/1.1 408 Request Timeout');

  expect((await requestAsBalancer(balancer, product.url)).isReused, 'the idle connection is still open').toBe(
    true,
  );
  unused.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect((await once(unused, 'data'))[0], 'the unused connection is still open').toMatch(/^HTTP\/1\.1 200 /);
  balancer.destroy();
});
