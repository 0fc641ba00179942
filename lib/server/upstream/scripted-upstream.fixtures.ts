import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** One action of the server on a connection. After the last one the connection stays open and silent. */
export type Step =
  /** Sends bytes at once; a string is sent as UTF-8. */
  | { send: string | Uint8Array }
  /** Sends bytes one by one, `everyMs` apart. */
  | { drip: string | Uint8Array; everyMs: number }
  /** Waits for a promise of the test. */
  | { until: Promise<unknown> }
  /** Closes the connection normally. */
  | { end: true }
  /** Resets the TCP connection. */
  | { reset: true };

/** A request as it was received. */
interface RawRequest {
  /** Every byte of the head, request line included, decoded as Latin-1. */
  raw: string;
  method: string;
  /** The request line's target: path and query. */
  target: string;
}

export type Script = (request: RawRequest) => Step[];

/** An upstream that sends exact bytes, valid or not, and records the requests. */
export interface ScriptedUpstream {
  /** Has the loopback address and port, and ends in `/v1`. */
  baseUrl: URL;
  requests: RawRequest[];
  /** Returns the number of connections opened so far, including unused ones. */
  connections(): number;
  /** Sets the script for later requests. */
  play(script: Script | Step[]): void;
  /** Closes all connections and stops listening; the port then refuses connections. */
  close(): Promise<void>;
}

/**
 * Starts a raw socket server on a free loopback port. It reads request heads (bodies are not expected) and
 * plays the script's steps for each, in order, on the same connection.
 *
 * @param options.tls serve TLS with this certificate
 * @param options.greeting sent as soon as a client connects, before its request
 * @param options.port 0, the default, selects a free one
 */
export async function startScriptedUpstream(
  script: Script | Step[],
  options: { tls?: { cert: string; key: string }; greeting?: string; port?: number } = {},
): Promise<ScriptedUpstream> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  let current = toScript(script);

  function serve(socket: Socket): void {
    let head = '';
    socket.on('error', ignore);
    if (options.greeting !== undefined) socket.write(options.greeting);
    socket.on('data', async (chunk) => {
      head += chunk.toString('latin1');
      for (let end = head.indexOf('\r\n\r\n'); end >= 0; end = head.indexOf('\r\n\r\n')) {
        const request = parseHead(head.slice(0, end + 4));
        head = head.slice(end + 4);
        requests.push(request);
        await play(socket, current(request));
      }
    });
  }

  const server = options.tls ? createTlsServer(options.tls, serve) : createServer(serve);
  // Tracks the plain sockets, also with TLS: a rejected handshake has no TLS socket to close.
  server.on('connection', (socket: Socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', ignore);
  });
  const port = await listen(server, options.port ?? 0);

  return {
    baseUrl: new URL(`${options.tls ? 'https' : 'http'}://127.0.0.1:${port}/v1`),
    requests,
    connections: () => opened,
    play(next) {
      current = toScript(next);
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Returns the steps of a complete, valid response with Content-Length. */
export function answer(status: number, headers: Record<string, string>, body: string | Uint8Array): Step[] {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ ...headers, 'Content-Length': String(bytes.length) });
  const head = [`HTTP/1.1 ${status} Scripted`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return [{ send: Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]) }];
}

export function jsonAnswer(status: number, json: unknown, headers: Record<string, string> = {}): Step[] {
  return answer(status, { 'Content-Type': 'application/json', ...headers }, JSON.stringify(json));
}

function ignore(): void {
  // These tests expect clients to disconnect.
}

function toScript(script: Script | Step[]): Script {
  return typeof script === 'function' ? script : () => script;
}

function parseHead(raw: string): RawRequest {
  const [method = '', target = ''] = raw.split('\r\n', 1)[0]?.split(' ') ?? [];
  return { raw, method, target };
}

async function play(socket: Socket, steps: Step[]): Promise<void> {
  for (const step of steps) {
    if (socket.destroyed) return;
    if ('send' in step) socket.write(step.send);
    else if ('drip' in step) await drip(socket, Buffer.from(step.drip), step.everyMs);
    else if ('until' in step) await step.until;
    else if ('end' in step) socket.end();
    else socket.resetAndDestroy();
  }
}

/** Sends bytes one by one. Stops early, without an error, when the client disconnects. */
function drip(socket: Socket, bytes: Buffer, everyMs: number): Promise<void> {
  return new Promise((resolve) => {
    let sent = 0;
    const finish = () => {
      clearInterval(timer);
      socket.off('close', finish);
      resolve();
    };
    const timer = setInterval(() => {
      socket.write(bytes.subarray(sent, sent + 1));
      sent += 1;
      if (sent >= bytes.length) finish();
    }, everyMs);
    socket.on('close', finish);
  });
}

function listen(server: Server, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port'));
      else resolve(address.port);
    });
  });
}
