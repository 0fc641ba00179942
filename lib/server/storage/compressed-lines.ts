import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Compresses lines, with a turn of the event loop after each. None may contain a line break, as JSON does not. */
export async function compressLines(lines: Iterable<string>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const line of lines) {
    parts.push(Buffer.from(`${line}\n`));
    await setImmediate();
  }
  return compress(Buffer.concat(parts), { level: constants.Z_BEST_SPEED });
}

/** @throws an error of zlib when the content is damaged */
export async function decompressLines(body: Uint8Array): Promise<string[]> {
  return (await decompress(body)).toString('utf8').split('\n').slice(0, -1);
}
