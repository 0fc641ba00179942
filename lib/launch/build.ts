import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PLACEHOLDER, prepareBuild } from './base-path.ts';
import { compressFile } from './compress-file.ts';

/**
 * Runs Next's build with a placeholder as the base path, then compresses each script and style.
 *
 * @param isQuiet whether Next's output is printed only when the build fails
 * @returns Next's exit code
 */
export async function build(isQuiet = false): Promise<number> {
  const next = spawnSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    stdio: isQuiet ? 'pipe' : 'inherit',
    encoding: 'utf8',
    env: { ...process.env, SIGHTLINE_BASE_PATH: PLACEHOLDER },
  });
  if (next.status === 0) {
    prepareBuild('.next');
    await compressFiles(join('.next', 'static'));
  } else if (isQuiet) {
    process.stdout.write(next.stdout);
    process.stderr.write(next.stderr);
  }
  return next.status ?? 1;
}

/** Writes `name.js.br` and `name.js.gz` next to each `name.js` in the folder, and does the same for styles. */
export async function compressFiles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const paths = names.filter((name) => /\.(js|css)$/.test(name)).map((name) => join(folder, name));
  await Promise.all(paths.map(compressFile));
}
