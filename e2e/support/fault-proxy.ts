import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

/** A proxy between a replica and Redis that can fail. */
export interface FaultProxy {
  port: number;
  /** Ends all connections, and refuses new ones until `heal`. */
  cut(): void;
  /** Delays everything that the server answers, milliseconds. */
  slow(milliseconds: number): void;
  /** Ends each connection in the middle of the server's next answer. */
  resetMidAnswer(): void;
  /** Drops what the server sends to subscribers of a channel. */
  loseMessages(): void;
  /** The number of messages that were dropped. */
  lost(): number;
  heal(): void;
  close(): Promise<void>;
}

/** A message of a channel, as the server sends it to a subscriber. */
const message = /[*>]3\r\n\$7\r\nmessage\r\n\$\d+\r\n[^\r]*\r\n\$\d+\r\n[^\r]*\r\n/g;

/**
 * @param target the port of the server on this machine
 * @param rewrite replaces what either side sends to the other by a text of the same length
 */
export async function startFaultProxy(
  target: number,
  rewrite: (text: string) => string = (text) => text,
): Promise<FaultProxy> {
  let fault: 'none' | 'cut' | 'reset' | 'lose' = 'none';
  let delayMs = 0;
  let lost = 0;
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
    socket.pipe(rewriting(rewrite)).pipe(outgoing);
    function answer(chunk: Buffer): void {
      if (fault === 'lose') {
        const text = chunk.toString('latin1');
        lost += text.match(message)?.length ?? 0;
        socket.write(text.replaceAll(message, ''), 'latin1');
      } else if (fault === 'reset') {
        socket.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => socket.resetAndDestroy());
      } else {
        socket.write(chunk);
      }
    }
    // What is delayed is not overtaken by what comes after `heal`.
    let answered: Promise<unknown> = Promise.resolve();
    outgoing.pipe(rewriting(rewrite)).on('data', (chunk: Buffer) => {
      const delayed = delayMs > 0 ? setTimeout(delayMs) : null;
      answered = Promise.all([answered, delayed]).then(() => answer(chunk));
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
    loseMessages() {
      fault = 'lose';
    },
    lost: () => lost,
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

/** Passes whole lines on, so that nothing within a line is missed. All that either side sends ends with the end of a line. */
function rewriting(rewrite: (text: string) => string): Transform {
  let rest = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const all = Buffer.concat([rest, chunk]);
      const end = all.lastIndexOf('\r\n') + 2;
      rest = end < 2 ? all : all.subarray(end);
      const text = end < 2 ? '' : all.subarray(0, end).toString('latin1');
      done(null, Buffer.from(rewrite(text), 'latin1'));
    },
  });
}
