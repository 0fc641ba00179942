import { readdirSync } from 'node:fs';

/** What a page loads. Documents and images are left out: a browser can open them by themselves. */
const subresource = /\.(js|css|woff2)$/;

/**
 * The URLs of the build's scripts, styles and fonts.
 *
 * @param folder where the files are
 * @param prefix what their URLs begin with
 */
export function builtFiles(folder: string, prefix: string): ReadonlySet<string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(
    names.filter((name) => subresource.test(name)).map((name) => `${prefix}/${name.replaceAll('\\', '/')}`),
  );
}
