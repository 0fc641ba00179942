import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy between a replica and Redis that can fail. */
export interface FaultProxy {
  port: number;
  /** Ends all connections, and refuses new ones until `heal`. */
  cut(): void;
  /** Delays everything that the server answers, milliseconds. */
  slow(milliseconds: number): void;
  /** Ends each connection in the middle of the server's next answer. */
  resetMidAnswer(): void;
  heal(): void;
  close(): Promise<void>;
}

/** @param target the port of the server on this machine */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
  let fault: 'none' | 'cut' | 'reset' = 'none';
  let delayMs = 0;
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    if (fault === 'cut') {
      socket.destroy();
      return;
    }
    const outgoing = connect({ host: '127.0.0.1', port: target });
    for (const one of [socket, outgoing]) {
      sockets.add(one);
      one.on('error', () => {});
      one.once('close', () => {
        sockets.delete(one);
        socket.destroy();
        outgoing.destroy();
      });
    }
    socket.pipe(outgoing);
    outgoing.on('data', (chunk: Buffer) => {
      if (fault === 'reset') {
        socket.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => socket.resetAndDestroy());
      } else if (delayMs > 0) {
        setTimeout(() => socket.write(chunk), delayMs);
      } else {
        socket.write(chunk);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  function endAll(): void {
    for (const socket of sockets) socket.destroy();
  }

  return {
    port: address.port,
    cut() {
      fault = 'cut';
      endAll();
    },
    slow(milliseconds) {
      delayMs = milliseconds;
    },
    resetMidAnswer() {
      fault = 'reset';
    },
    heal() {
      fault = 'none';
      delayMs = 0;
    },
    async close() {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
