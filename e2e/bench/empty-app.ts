import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../support/server-process.ts';

/** A Next app of nothing but one empty route handler, at /api/empty: what a Next server costs before it does anything. */
export interface EmptyApp {
  folder: string;
  remove(): void;
}

const files: Record<string, string> = {
  'package.json': '{ "type": "module", "private": true }',
  // Turbopack follows links only within its root, and the project is somewhere else.
  'next.config.mjs':
    "export default { compress: true, generateEtags: false, poweredByHeader: false, turbopack: { root: '/' } };",
  'app/api/empty/route.js':
    "export const dynamic = 'force-dynamic';\nexport const GET = () => new Response('');\n",
};

/** Writes and builds it in a temporary folder, with the project's own copy of Next. @throws Error when it cannot be built */
export function buildEmptyApp(): EmptyApp {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'app/api/empty'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  const next = join(projectRoot, 'node_modules/next/dist/bin/next');
  const build = spawnSync(process.execPath, [next, 'build'], {
    cwd: folder,
    env: { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (build.status !== 0) {
    remove();
    throw new Error(`The empty app cannot be built.\n${build.stdout}${build.stderr}`);
  }
  return { folder, remove };
}
