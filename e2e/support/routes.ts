import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The build that the product serves. */
export const buildFolder = fileURLToPath(new URL('../../.next/', import.meta.url));

const manifest = z.record(z.string(), z.string());

/** The addresses of the build, parameters in brackets, as the code writes them. */
export function builtRoutes(): string[] {
  const text = readFileSync(`${buildFolder}app-path-routes-manifest.json`, 'utf8');
  return Object.values(manifest.parse(JSON.parse(text))).filter((route) => !route.startsWith('/_'));
}

/** The address of a route, with something in the place of its parameters. */
export function fill(route: string, parameter: string): string {
  return route.replace(/\[+(?:\.\.\.)?\w+\]+/g, parameter);
}
