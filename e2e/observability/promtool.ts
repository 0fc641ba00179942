import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../support/products/server-process.ts';
import { programPath, promtoolProgram } from '../support/runner/system-program.ts';

/** The folder with the dashboard and the alert rules. */
export const observability = join(projectRoot, 'docs/observability');

/** Runs promtool in that folder. @returns its exit code and its findings, without its messages of success */
export function promtool(args: readonly string[], input = ''): { status: number | null; problems: string } {
  const { status, stdout, stderr } = spawnSync(programPath(promtoolProgram), args, {
    cwd: observability,
    encoding: 'utf8',
    input,
  });
  return { status, problems: status === 0 ? stderr : stdout + stderr };
}
