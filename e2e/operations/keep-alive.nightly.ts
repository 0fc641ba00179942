import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { requestAsBalancer } from '../support/http/request-as-balancer.ts';
import { test } from '../support/products/fixtures.ts';

/** Slightly longer than common load balancers keep an idle connection, milliseconds. */
const IDLE_MS = 62_000;

test('row 79: the connections of a load balancer that keeps idle ones for 60 s stay open', async ({
  staticStack: { product },
}) => {
  const balancer = new Agent({ keepAlive: true, maxSockets: 1 });
  await requestAsBalancer(balancer, product.url);
  const { hostname, port } = new URL(product.url);
  const unused = connect({ host: hostname, port: Number(port) }).setEncoding('latin1');
  await sleep(IDLE_MS);
  expect(await requestAsBalancer(balancer, product.url)).toMatchObject({ status: 200, isReused: true });
  unused.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect((await once(unused, 'data'))[0], 'opened in advance').toMatch(/^HTTP\/1\.1 200 /);
  balancer.destroy();
});
