import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { compressFile } from './compress-file.ts';
import { SettingError } from './setting-error.ts';

/** Next writes the base path into its build. Our build has this placeholder, which no other text in the build contains. */
export const PLACEHOLDER = '/__sightline_base_path__';

/** The folder of the build with the original of each file that contains the placeholder. */
const ORIGINALS = 'base-path';

/** The entries of the application's folder that Next reads, besides the build. */
const entriesBesideBuild = ['node_modules', 'package.json', 'next.config.mjs', 'public'];

/**
 * Parses SIGHTLINE_BASE_PATH.
 *
 * @returns the base path without a slash at its end; empty at the root. @throws SettingError
 */
export function readBasePath(value = ''): string {
  const path = value.trim().replace(/\/+$/, '');
  if (path === '' || /^(\/[\w.~-]*[\w~-][\w.~-]*)+$/.test(path)) return path;
  throw new SettingError(
    `SIGHTLINE_BASE_PATH must be a path of letters, digits, ".", "_", "~" and "-", such as /status; it is "${value.trim()}".`,
  );
}

/** Puts the root as the base path into a new build, and keeps the originals of the files that have one. */
export function prepareBuild(build: string): void {
  for (const name of filesIn(build)) {
    if (name.startsWith('cache/') || !/\.(js|json|html|rsc)$/.test(name)) continue;
    const content = readFileSync(join(build, name), 'utf8');
    if (!content.includes(PLACEHOLDER)) continue;
    const original = join(build, ORIGINALS, name);
    mkdirSync(dirname(original), { recursive: true });
    writeFileSync(original, content);
    writeFileSync(join(build, name), content.replaceAll(PLACEHOLDER, ''));
  }
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
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!cannotWrite.has(code)) throw error;
    throw new SettingError(
      `SIGHTLINE_BASE_PATH needs a temporary directory with 100 MB, and ${tmpdir()} cannot be written to (${code}). In a container with a read-only file system mount one there, for example with --tmpfs /tmp.`,
    );
  }
}

/** Codes of errors of a directory that is missing, read-only, another user's or full. */
const cannotWrite = new Set(['ENOENT', 'EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT']);

async function copyBuild(basePath: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-build-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const name of entriesBesideBuild) symlinkSync(resolve(name), join(folder, name));
  const build = join(folder, '.next');
  const notServed = [join('.next', 'cache'), join('.next', ORIGINALS)];
  await cp('.next', build, {
    recursive: true,
    filter: (source) => !notServed.includes(source) && !source.endsWith('.map'),
  });
  const originals = join('.next', ORIGINALS);
  for (const name of filesIn(originals)) {
    const content = readFileSync(join(originals, name), 'utf8');
    writeFileSync(join(build, name), content.replaceAll(PLACEHOLDER, basePath));
    if (name.startsWith('static/')) await compressFile(join(build, name));
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
