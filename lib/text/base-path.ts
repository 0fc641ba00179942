/** The path below which the product is served, such as `/status`; empty at the root. It is fixed by the build (lib/launch/build.ts). */
export const basePath = process.env.SIGHTLINE_BASE_PATH ?? '';

/** Returns a path with the base path. Next adds it by itself only in its links and its router. */
export function withBasePath(path: `/${string}`): string {
  return `${basePath}${path}`;
}

/** Returns the path of a URL without the base path. */
export function withoutBasePath(path: string): string {
  return path === basePath ? '/' : path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
}
