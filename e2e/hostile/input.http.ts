import { expect } from 'vitest';
import { generated } from '../../lib/testing/property-runs.ts';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { sendBytes } from '../support/http/send-bytes.ts';
import { test } from '../support/products/http-test.ts';
import { plenty } from '../support/products/stack.ts';
import { withPassword } from '../support/sign-in/password.ts';
import { createTarget, organization } from './generated-requests.ts';

const hostileOrganization = { organizations: [organization], limits: plenty };
const env = { ...withPassword, SIGHTLINE_LOG_LEVEL: 'info' };

test('row 42: generated requests: no 5xx, no hang, no data revealed or changed', {
  tags: 'generated',
}, async ({ stack }) => {
  const { product } = await stack(hostileOrganization, { env, waitForInventory: false });
  const target = await createTarget(product);
  const before = await target.list();
  const faults = await target.send(generated(300), propertySeed);
  console.log(`  seed ${propertySeed}, responses by status: ${target.statuses()}`);
  expect(faults.slice(0, 20), `seed ${propertySeed}`).toEqual([]);
  expect(await target.list(), 'the list is unchanged').toEqual(before);
  expect(target.unexpectedOutput()).toEqual([]);
});

test('row 42: bytes that are not a request are rejected, and the connection is closed', async ({
  staticStack: { product },
}) => {
  const post = 'POST /api/monitors HTTP/1.1\r\nHost: a\r\n';
  for (const head of [
    'GET',
    'GET / HTTP/9.9',
    'GET / HTTP/1.1\r\nHost a',
    'GET /\0 HTTP/1.1',
    'GET / HTTP/1.1\r\n a: b',
    '\u0016\u0003\u0001\0\u00ff',
    `${post}Transfer-Encoding: chunked\r\nContent-Length: 3`,
    `${post}Content-Length: 1\r\nContent-Length: 3`,
  ]) {
    const response = await sendBytes(product.url, `${head}\r\n\r\nabc`);
    expect(response, JSON.stringify(head)).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
  }
});
