import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** One address of the build, as Next itself lists it. */
export interface BuiltRoute {
  /** As in the manifest: `/monitors/[uuid]`. */
  pattern: string;
  /** With its parameters filled in. */
  path: string;
  /** The tree that a browser sends when it already shows this page: `Next-Router-State-Tree`, encoded. */
  stateTree: string;
}

/** The build that the product serves. */
export const buildFolder = fileURLToPath(new URL('../../.next/', import.meta.url));
const manifest = z.record(z.string(), z.string());
const files = /\.(rsc|html|meta|body|txt|json)$/;

/** All routes of the build, out of its own list: a new one is among them by itself. */
export function builtRoutes(uuid: string): BuiltRoute[] {
  const text = readFileSync(`${buildFolder}app-path-routes-manifest.json`, 'utf8');
  return Object.values(manifest.parse(JSON.parse(text))).map((pattern) => ({
    pattern,
    path: pattern.replaceAll(/\[+(\.{3})?\w+\]+/g, uuid),
    stateTree: encodeURIComponent(JSON.stringify(stateTree(pattern, uuid))),
  }));
}

/** What Next has written ready-made beside the routes: an address for each, with and without the folder it lies in. */
export function builtFiles(): string[] {
  return readdirSync(`${buildFolder}server/app`, { recursive: true, encoding: 'utf8' })
    .filter((path) => files.test(path))
    .flatMap((path) => [`/${path}`, `/_next/server/app/${path}`, `/_next/data/${path}`]);
}

/** From the page up to the root; each segment holds the next one below it. The page's own part is to be sent anew. */
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
