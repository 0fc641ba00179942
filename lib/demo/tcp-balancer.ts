import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';

/** Where connections go. */
export interface Target {
  host: string;
  port: number;
}

/**
 * A server that passes each connection on to one of the targets in turn, leaving out those that cannot be reached.
 *
 * @param targets may change at any time
 */
export function createTcpBalancer(targets: readonly Target[]): Server {
  let next = 0;

  /** @param place the first target to try; @param tried how many were tried */
  function passOn(socket: Socket, place: number, tried = 0): void {
    const target = targets[(place + tried) % targets.length];
    if (target === undefined || tried === targets.length) {
      socket.destroy();
      return;
    }
    const outgoing = connect(target);
    outgoing.once('error', () => passOn(socket, place, tried + 1));
    outgoing.once('connect', () => {
      outgoing.removeAllListeners('error');
      pipeline(socket, outgoing, () => {});
      pipeline(outgoing, socket, () => {});
      socket.resume();
    });
  }

  return createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    passOn(socket, next);
    next += 1;
  });
}
