import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { expect, test } from 'vitest';
import { createTcpBalancer } from './tcp-balancer.ts';

async function listening(server: ReturnType<typeof createServer> | ReturnType<typeof createTcpBalancer>) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function textOf(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    }).on('error', reject);
  });
}

test('connections go to the targets in turn, and skip a target that has ended', async () => {
  const servers = ['a', 'b'].map((name) => createServer((_request, response) => response.end(name)));
  const ports = await Promise.all(servers.map(listening));
  const balancer = createTcpBalancer(ports.map((port) => ({ host: '127.0.0.1', port })));
  const port = await listening(balancer);
  expect([await textOf(port), await textOf(port)].sort()).toEqual(['a', 'b']);
  servers[0]?.close();
  servers[0]?.closeAllConnections();
  const texts = await Promise.all(Array.from({ length: 10 }, () => textOf(port)));
  expect(new Set(texts)).toEqual(new Set(['b']));
  servers[1]?.close();
  servers[1]?.closeAllConnections();
  await expect(textOf(port)).rejects.toThrow();
  balancer.close();
});
