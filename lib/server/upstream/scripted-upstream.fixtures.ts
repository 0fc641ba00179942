import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** One thing the server does with a connection. After the last one the connection stays open and silent. */
export type Step =
  /** Bytes at once; a string is sent as UTF-8. */
  | { send: string | Uint8Array }
  /** Bytes one by one, `everyMs` apart. */
  | { drip: string | Uint8Array; everyMs: number }
  /** Nothing, until the test lets it go on. */
  | { until: Promise<unknown> }
  /** A clean end after what was sent. */
  | { end: true }
  /** A TCP reset. */
  | { reset: true };

/** A request as it arrived. */
interface RawRequest {
  /** Every byte of the head, request line included, decoded as Latin-1. */
  raw: string;
  method: string;
  /** The request line's target: path and query. */
  target: string;
}

export type Script = (request: RawRequest) => Step[];

/** An upstream that answers with exact bytes, right or wrong, and remembers what it was asked. */
export interface ScriptedUpstream {
  /** With the loopback address and port, ending in `/v1`. */
  baseUrl: URL;
  requests: RawRequest[];
  /** Connections opened so far, whether or not anything was sent over them. */
  connections(): number;
  /** Changes what later requests get. */
  play(script: Script | Step[]): void;
  /** Cuts all connections and stops listening; the port refuses from then on. */
  close(): Promise<void>;
}

/**
 * Starts a raw socket server on a free loopback port. It reads request heads (bodies are not expected) and plays the
 * script's steps for each, in order, on the same connection.
 *
 * @param options.tls serve TLS with this certificate
 * @param options.greeting sent as soon as a client connects, before it asks
 * @param options.port 0, the default, takes a free one
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
  // The plain sockets beneath TLS are what must be cut, and a refused handshake has no other.
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

/** The steps of a complete, well-formed answer with the length of its body. */
export function answer(status: number, headers: Record<string, string>, body: string | Uint8Array): Step[] {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ ...headers, 'Content-Length': String(bytes.length) });
  const head = [`HTTP/1.1 ${status} Scripted`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return [{ send: Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]) }];
}

/** The steps of a JSON answer. */
export function jsonAnswer(status: number, json: unknown, headers: Record<string, string> = {}): Step[] {
  return answer(status, { 'Content-Type': 'application/json', ...headers }, JSON.stringify(json));
}

function ignore(): void {
  // Clients that hang up are what these tests are about.
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

/** Ends early, without an error, when the other side hangs up. */
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
