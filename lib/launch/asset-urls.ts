import { readdirSync } from 'node:fs';

/** Files that pages load. Documents and images are excluded, because a browser can open them directly. */
const subresource = /\.(js|css|woff2)$/;

/**
 * Returns the URLs of the build's scripts, styles and fonts.
 *
 * @param folder the directory of the files
 * @param prefix the prefix of their URLs
 */
export function assetUrls(folder: string, prefix: string): ReadonlySet<string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Set(
    names.filter((name) => subresource.test(name)).map((name) => `${prefix}/${name.replaceAll('\\', '/')}`),
  );
}
