import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { endNow, listenOnLoopback } from './loopback.ts';

/** A forward proxy like one in a company's network. It opens tunnels for clients that know its password. */
export interface ForwardProxy {
  port: number;
  /** `host:port` of each requested tunnel. */
  asked: string[];
  close(): Promise<void>;
}

/** @param answer returns the status for a CONNECT to `host:port`; 200 opens the tunnel */
export async function startForwardProxy(
  answer: (request: { target: string; authorization: string }) => number,
): Promise<ForwardProxy> {
  const asked: string[] = [];
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    const target = request.url ?? '';
    asked.push(target);
    client.on('error', () => {});
    const status = answer({ target, authorization: request.headers['proxy-authorization'] ?? '' });
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const { hostname, port } = new URL(`http://${target}`);
    const tunnel = connect({ host: hostname, port: Number(port) }, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      tunnel.pipe(client).pipe(tunnel);
    });
    tunnel.on('error', () => client.destroy());
    client.on('close', () => tunnel.destroy());
  });
  return { port: await listenOnLoopback(server), asked, close: () => endNow(server) };
}
