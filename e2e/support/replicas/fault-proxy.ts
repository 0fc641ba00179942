import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** A proxy between replicas and PostgreSQL that can fail. */
export interface FaultProxy {
  /** URL of the database through the proxy. */
  url: string;
  /** Closes all connections, and refuses new ones until `heal`. */
  cut(): void;
  /** Delays all answers of the server by this time, milliseconds. */
  slow(milliseconds: number): void;
  /** Closes each connection in the middle of the server's next answer. */
  resetMidAnswer(): void;
  /**
   * Forwards nothing more, and closes nothing: on `all` connections until `heal`, or for ever on those that are `present`,
   * as when the way to a host is lost that a new connection would find again.
   */
  freeze(which: 'present' | 'all'): void;
  heal(): void;
  close(): Promise<void>;
}

/**
 * @param databaseUrl of a database on this machine
 * @param rewrite replaces a message between client and server by a text of the same length
 */
export async function startFaultProxy(
  databaseUrl: string,
  rewrite: (text: string) => string = (text) => text,
): Promise<FaultProxy> {
  const { port } = new URL(databaseUrl);
  let fault: 'none' | 'cut' | 'reset' = 'none';
  let delayMs = 0;
  const sockets = new Set<Socket>();
  const dead = new Set<Socket>();
  let isFrozen = false;
  const rewritten = (message: Buffer) => Buffer.from(rewrite(message.toString('latin1')), 'latin1');

  const server = createServer((socket) => {
    if (fault === 'cut') {
      socket.destroy();
      return;
    }
    const outgoing = connect({ host: '127.0.0.1', port: Number(port) });
    for (const one of [socket, outgoing]) {
      sockets.add(one);
      one.on('error', () => {});
      one.once('close', () => {
        sockets.delete(one);
        socket.destroy();
        outgoing.destroy();
      });
    }
    socket.pipe(wholeMessages('client', rewritten)).pipe(outgoing);
    function answer(message: Buffer): void {
      if (fault === 'reset') {
        socket.write(message.subarray(0, Math.ceil(message.length / 2)), () => socket.resetAndDestroy());
      } else {
        socket.write(message);
      }
    }
    // Delayed messages stay before the messages that come after `heal`.
    let answered: Promise<unknown> = Promise.resolve();
    outgoing.pipe(wholeMessages('server', rewritten)).on('data', (message: Buffer) => {
      const delayed = delayMs > 0 ? setTimeout(delayMs) : null;
      answered = Promise.all([answered, delayed]).then(() => answer(message));
    });
    // Only now, because `pipe` resumes a stream.
    if (isFrozen) for (const one of [socket, outgoing]) one.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  function endAll(): void {
    for (const socket of sockets) socket.destroy();
  }

  const url = new URL(databaseUrl);
  url.port = String(address.port);

  return {
    url: url.href,
    cut() {
      fault = 'cut';
      endAll();
    },
    slow(milliseconds) {
      delayMs = milliseconds;
    },
    freeze(which) {
      for (const socket of sockets) socket.pause();
      if (which === 'all') isFrozen = true;
      else for (const socket of sockets) dead.add(socket);
    },
    resetMidAnswer() {
      fault = 'reset';
    },
    heal() {
      fault = 'none';
      delayMs = 0;
      isFrozen = false;
      for (const socket of sockets) if (!dead.has(socket)) socket.resume();
    },
    async close() {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Forwards whole messages of PostgreSQL's protocol, each as one chunk. A message begins with a byte for its type, and
 * a length that includes itself. A client's first message has no type.
 */
function wholeMessages(from: 'client' | 'server', change: (message: Buffer) => Buffer): Transform {
  let typeBytes = from === 'client' ? 0 : 1;
  let rest = Buffer.alloc(0);
  return new Transform({
    readableObjectMode: true,
    transform(chunk: Buffer, _, done) {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= typeBytes + 4) {
        const end = typeBytes + rest.readUInt32BE(typeBytes);
        if (rest.length < end) break;
        this.push(change(rest.subarray(0, end)));
        rest = rest.subarray(end);
        typeBytes = 1;
      }
      done();
    },
  });
}
