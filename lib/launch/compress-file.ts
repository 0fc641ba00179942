import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** Writes `name.br` and `name.gz` next to a file `name`. */
export async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${path}.gz`, await promisify(gzip)(content));
}
