import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { projectRoot } from '../support/products/server-process.ts';
import { type Stage, stageNamed } from './dockerfile.ts';
import { productionPackages } from './runtime-files.ts';

/** Returns the files that the build may read: those of the repository, except the ones in .dockerignore. */
export function contextFiles(): string[] {
  const args = ['ls-files', '-co', '--exclude-standard'];
  const files = execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return sent(files.split('\n').filter((file) => file !== '' && existsSync(join(projectRoot, file))));
}

/** Returns the paths that .dockerignore does not exclude. */
export function sent(paths: string[]): string[] {
  return dockerignore()
    .add(readFileSync(join(projectRoot, '.dockerignore'), 'utf8'))
    .filter(paths);
}

/** What a stage copies: from another stage, or from the repository if `from` is missing. */
export function copiesOf({ steps }: Stage) {
  return steps
    .filter(({ keyword }) => keyword === 'COPY')
    .map(({ text, from }) => {
      const sources = text.split(/[\s\\]+/);
      return { from, destination: sources.pop() ?? '', sources };
    });
}

/**
 * Copies the files of the production stage into a new folder. What it takes from other stages comes from this project: its
 * build, and the packages of a production install.
 */
export function copyProductionFiles(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-image-'));
  // The product runs as another user.
  chmodSync(folder, 0o755);
  const context = contextFiles();
  for (const { from, sources, destination } of copiesOf(stageNamed('production'))) {
    const target = join(folder, destination);
    if (from === 'build')
      cpSync(join(projectRoot, destination), target, { recursive: true, filter: isServed });
    if (from === 'dependencies') {
      for (const name of productionPackages()) {
        cpSync(join(projectRoot, destination, name), join(target, name), { recursive: true });
      }
    }
    for (const source of from === undefined ? sources : []) {
      for (const file of context) {
        if (file === source) cpSync(join(projectRoot, file), join(target, basename(file)));
        else if (file.startsWith(`${source}/`)) {
          cpSync(join(projectRoot, file), join(target, relative(source, file)));
        }
      }
    }
  }
  return folder;
}

/** The Dockerfile deletes the cache of the build. */
const isServed = (path: string) => path !== join(projectRoot, '.next/cache');
