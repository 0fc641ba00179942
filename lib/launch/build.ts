import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** The directory of the build files that browsers load. */
export const staticFiles = join('.next', 'static');

/**
 * Runs Next's build, then compresses each script and style.
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

/** Writes `name.js.br` and `name.js.gz` next to each `name.js` in the folder, and does the same for styles. */
export async function compressFiles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => /\.(js|css)$/.test(name)).map((name) => join(folder, name));
  await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(path);
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
      await writeFile(`${path}.gz`, await promisify(gzip)(content));
    }),
  );
}
