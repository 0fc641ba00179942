import { connect } from 'node:net';

/**
 * Sends GET requests over kept-alive connections, one after another on each, and reads every answer whole. It parses
 * nothing but the length, so that the server and not the client is measured.
 * @returns answers a second
 */
export async function hammer(
  port: number,
  paths: readonly string[],
  key: string,
  requests: number,
): Promise<number> {
  let next = 0;
  const began = performance.now();
  const connection = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let missing = 0;
      const ask = (): void => {
        if (next >= requests) {
          socket.destroy();
          resolve();
          return;
        }
        const path = paths[next % paths.length] ?? '/';
        next += 1;
        socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`);
      };
      socket.on('connect', ask);
      socket.on('error', reject);
      socket.on('data', (chunk: Buffer) => {
        if (missing === 0) missing = lengthOf(chunk);
        missing -= chunk.length;
        if (missing === 0) ask();
      });
    });
  await Promise.all(Array.from({ length: 8 }, connection));
  return (requests / (performance.now() - began)) * 1000;
}

/** How long the answer is that begins with this chunk: headers and body, in bytes. */
function lengthOf(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, end);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined)
    throw new Error(`Not an answer to measure: ${head}`);
  return end + 4 + Number(length);
}
