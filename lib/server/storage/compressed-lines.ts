import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Compresses lines. The event loop runs after each. No line may contain a line break; JSON contains none. */
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
