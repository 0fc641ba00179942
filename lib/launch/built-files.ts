import { readdirSync } from 'node:fs';

/** Neither pages nor pictures, which could be opened by themselves. */
const parts = /\.(js|css|woff2)$/;

/**
 * The scripts, styles and fonts of the build, by their addresses.
 *
 * @param folder where the files are
 * @param prefix what their addresses begin with
 */
export function builtFiles(folder: string, prefix: string): ReadonlySet<string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(
    names.filter((name) => parts.test(name)).map((name) => `${prefix}/${name.replaceAll('\\', '/')}`),
  );
}
