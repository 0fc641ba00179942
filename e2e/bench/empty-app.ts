import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../support/products/server-process.ts';

/**
 * A minimal Next app as the baseline: one empty route handler, at /api/empty, and one page of 25 rows that the server
 * renders for each request, at /rows.
 */
export interface EmptyApp {
  folder: string;
  remove(): void;
}

const files: Record<string, string> = {
  'package.json': '{ "type": "module", "private": true }',
  // Turbopack follows symbolic links only within its root, and node_modules is outside of the app.
  'next.config.mjs':
    "export default { compress: true, generateEtags: false, poweredByHeader: false, turbopack: { root: '/' } };",
  'app/api/empty/route.js':
    "export const dynamic = 'force-dynamic';\nexport const GET = () => new Response('');\n",
  'app/layout.js':
    'export default ({ children }) => <html lang="en"><body><main>{children}</main></body></html>;\n',
  'app/rows/page.js': `export const dynamic = 'force-dynamic';
const rows = Array.from({ length: 25 }, (_, row) => ({ name: \`Monitor \${row}\`, url: \`https://example.com/\${row}\`, ms: row }));
export default () => (
  <table>
    <tbody>
      {rows.map(({ name, url, ms }) => (
        <tr key={name}><td><a href={\`/rows/\${ms}\`}>{name}</a></td><td>up</td><td>https</td><td>{url}</td><td>{ms} ms</td></tr>
      ))}
    </tbody>
  </table>
);
`,
};

/** Builds the app in a temporary folder, with the project's copy of Next. @throws Error when the build fails */
export function buildEmptyApp(): EmptyApp {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
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
