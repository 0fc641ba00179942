import { connect } from 'node:net';

/**
 * Sends GET requests over eight keep-alive connections, sequentially on each, and reads every response completely. It
 * parses only the length, so that the server and not the client is measured.
 * @returns responses a second
 */
export async function measureThroughput(
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
      const sendNext = (): void => {
        if (next >= requests) {
          socket.destroy();
          resolve();
          return;
        }
        const path = paths[next % paths.length] ?? '/';
        next += 1;
        socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`);
      };
      socket.on('connect', sendNext);
      socket.on('error', reject);
      socket.on('data', (chunk: Buffer) => {
        if (missing === 0) missing = lengthOf(chunk);
        missing -= chunk.length;
        if (missing === 0) sendNext();
      });
    });
  await Promise.all(Array.from({ length: 8 }, connection));
  return (requests / (performance.now() - began)) * 1000;
}

/**
 * The length in bytes, headers and body, of the response that begins with this chunk. @throws Error unless it is a 200
 */
function lengthOf(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, end);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined)
    throw new Error(`Not an answer to measure: ${head}`);
  return end + 4 + Number(length);
}
