import { connect } from 'node:net';

/** Sends raw bytes on a new connection. @returns everything received until the server closes the connection */
export function sendBytes(origin: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ host: hostname, port: Number(port) });
    // Longer than any timeout of the server. The server may also apply its timeout late.
    socket.setTimeout(120_000, () =>
      socket.destroy(new Error('No response, and the connection stayed open.')),
    );
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    // A reset after the response has arrived is not a failure.
    socket.once('error', (error) => (text === '' ? reject(error) : resolve(text)));
    socket.once('close', () => resolve(text));
    socket.write(bytes, 'latin1');
  });
}
