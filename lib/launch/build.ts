import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);

/** The directory of the build files that browsers load. */
export const staticFiles = join('.next', 'static');

/**
 * Builds the product: runs Next's build, then writes a brotli copy of each script and style. They are
 * compressed at build time with the highest quality, so that starting the server takes no time for it.
 *
 * @returns Next's exit code
 */
export async function build(): Promise<number> {
  const next = spawnSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    stdio: 'inherit',
  });
  if (next.status === 0) await compressFiles(staticFiles);
  return next.status ?? 1;
}

/** Writes `name.js.br` next to each `name.js` in the folder, and does the same for styles. */
export async function compressFiles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const compressible = names.filter((name) => ['.js', '.css'].includes(extname(name)));
  await Promise.all(
    compressible.map(async (name) => {
      const path = join(folder, name);
      await writeFile(`${path}.br`, await compress(await readFile(path)));
    }),
  );
}
