import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** One route of the build, from Next's own manifest. */
export interface BuiltRoute {
  /** As in the manifest: `/monitors/[uuid]`. */
  pattern: string;
  /** The pattern with its parameters replaced. */
  path: string;
  /** The header `Next-Router-State-Tree` of a browser that already shows this page, encoded. */
  stateTree: string;
}

/** The folder of the build that the product serves. */
export const buildFolder = fileURLToPath(new URL('../../../.next/', import.meta.url));
const manifest = z.record(z.string(), z.string());
const files = /\.(rsc|html|meta|body|txt|json)$/;

/** Returns all routes in the manifest of the build, so that new ones are included automatically. */
export function builtRoutes(uuid: string): BuiltRoute[] {
  const text = readFileSync(`${buildFolder}app-path-routes-manifest.json`, 'utf8');
  return Object.values(manifest.parse(JSON.parse(text))).map((pattern) => ({
    pattern,
    path: pattern.replaceAll(/\[+(\.{3})?\w+\]+/g, uuid),
    stateTree: encodeURIComponent(JSON.stringify(stateTree(pattern, uuid))),
  }));
}

/** Returns the paths under which files that Next has prerendered could be requested, with and without their folder. */
export function builtFiles(): string[] {
  return readdirSync(`${buildFolder}server/app`, { recursive: true, encoding: 'utf8' })
    .filter((path) => files.test(path))
    .flatMap((path) => [`/${path}`, `/_next/server/app/${path}`, `/_next/data/${path}`]);
}

/** Next's router state: nested segments from the root to the page, where the page itself is marked for refetching. */
function stateTree(pattern: string, uuid: string): unknown[] {
  const segments = pattern.split('/').filter((segment) => segment !== '');
  const below = segments.reduceRight<unknown[]>(
    (children, segment) => {
      const name = /^\[+(?:\.{3})?(\w+)\]+$/.exec(segment)?.[1];
      return [name === undefined ? segment : [name, uuid, 'd', null], { children }, null, null];
    },
    ['__PAGE__', {}, null, 'refetch'],
  );
  return ['', { children: below }];
}
