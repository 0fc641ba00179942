/** The path below which the product is served, such as `/status`; empty at the root. The build has it (lib/launch/base-path.ts). */
export const basePath = process.env.SIGHTLINE_BASE_PATH ?? '';

/** Returns the URL of a path, where Next does not add the base path itself: outside of its links and its router. */
export function withBasePath(path: `/${string}`): string {
  return `${basePath}${path}`;
}

/** Returns a path of a URL below the base path without it. */
export function withoutBasePath(path: string): string {
  return path === basePath ? '/' : path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
}
