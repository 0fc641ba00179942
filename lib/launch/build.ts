import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { SettingError } from './settings.ts';

/** Next writes the base path into its build. Our build has this placeholder, which no other text in the build contains. */
const PLACEHOLDER = '/__sightline_base_path__';

/** The folder of the build with the original of each file that contains the placeholder. */
const ORIGINALS = 'base-path';

/** The entries of the application's folder that Next reads, besides the build. */
const entriesBesideBuild = ['node_modules', 'package.json', 'next.config.mjs', 'public'];

/**
 * Runs Next's build with a placeholder as the base path, puts the root in its place, and compresses each script and style.
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

/** Puts the root as the base path into a new build, and keeps the originals of the files that have one. */
function prepareBuild(folder: string): void {
  for (const name of filesIn(folder)) {
    if (name.startsWith('cache/') || !/\.(js|json|html|rsc)$/.test(name)) continue;
    const content = readFileSync(join(folder, name), 'utf8');
    if (!content.includes(PLACEHOLDER)) continue;
    const original = join(folder, ORIGINALS, name);
    mkdirSync(dirname(original), { recursive: true });
    writeFileSync(original, content);
    writeFileSync(join(folder, name), content.replaceAll(PLACEHOLDER, ''));
  }
}

/** Writes `name.js.br` and `name.js.gz` next to each `name.js` in the folder, and does the same for styles. */
export async function compressFiles(folder: string): Promise<void> {
  const paths = filesIn(folder).filter((name) => /\.(js|css)$/.test(name));
  await Promise.all(paths.map((path) => compressFile(join(folder, path))));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${path}.gz`, await promisify(gzip)(content));
}

/**
 * Returns the folder of the application whose build has this base path: for the root the present one, otherwise a copy in the
 * temporary directory, which is deleted when the process ends (docs/adr/0045-the-base-path-is-set-at-the-start.md).
 *
 * @throws SettingError when the copy cannot be written
 */
export async function applicationAt(basePath: string): Promise<string> {
  if (basePath === '') return '.';
  try {
    return await copyBuild(basePath);
  } catch (error) {
    // Errors of the file system have a code: the directory is missing, read-only, another user's or full.
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new SettingError(
      `SIGHTLINE_BASE_PATH needs a temporary directory with 100 MB, and ${tmpdir()} cannot be written to (${error.code}). In a container with a read-only file system mount one there, for example with --tmpfs /tmp.`,
    );
  }
}

async function copyBuild(basePath: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-build-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const name of entriesBesideBuild) symlinkSync(resolve(name), join(folder, name));
  const copy = join(folder, '.next');
  const notServed = [join('.next', 'cache'), join('.next', ORIGINALS)];
  await cp('.next', copy, {
    recursive: true,
    filter: (source) => !notServed.includes(source) && !source.endsWith('.map'),
  });
  const originals = join('.next', ORIGINALS);
  for (const name of filesIn(originals)) {
    const content = readFileSync(join(originals, name), 'utf8');
    writeFileSync(join(copy, name), content.replaceAll(PLACEHOLDER, basePath));
    if (name.startsWith('static/')) await compressFile(join(copy, name));
  }
  return folder;
}

/** Returns the paths of all files in a folder, relative to it. */
function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
