import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = [
  'app',
  'components',
  'lib',
  'instrumentation.ts',
  'next.config.mjs',
  'postcss.config.mjs',
].concat(['tsconfig.json', 'package.json']);

/**
 * Builds the product anew with these settings in the environment, in a folder within the project, so that the build
 * that is tested elsewhere stays as it is. @returns the folder of what was built
 */
export async function buildWith(env: Record<string, string>, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  for (const source of sources) cpSync(join(root, source), join(folder, source), { recursive: true });
  const next = join(root, 'node_modules/next/dist/bin/next');
  const build = spawn(process.execPath, [next, 'build'], {
    cwd: folder,
    env: { ...process.env, ...env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [build.stdout, build.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
    });
  }
  const [code] = await once(build, 'close');
  if (code !== 0) throw new Error(`The build failed.\n${printed}`);
  return join(folder, '.next');
}
