import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram } from '../../../lib/demo/find-program.ts';

/** A system program that tests of the deep part need and npm does not install. */
export interface SystemProgram {
  name: string;
  /** The package of Debian and Ubuntu with it; none where their version is too old. */
  package?: string;
  /** Why it cannot be used although it is installed; null if it can. */
  problem?: (path: string) => string | null;
}

export const postgresProgram: SystemProgram = {
  name: 'postgres',
  package: 'postgresql',
  problem(path) {
    if (!existsSync(join(dirname(path), 'initdb'))) return `there is no initdb beside ${path}`;
    if (process.getuid?.() !== 0) return null;
    const { status } = spawnSync('id', ['postgres']);
    return status === 0 ? null : 'it refuses to run as root, and there is no user postgres';
  },
};

/** A pooler of connections to PostgreSQL. */
export const pgbouncerProgram: SystemProgram = { name: 'pgbouncer', package: 'pgbouncer' };

export const nginxProgram: SystemProgram = { name: 'nginx', package: 'nginx' };

/** Part of Prometheus. */
export const promtoolProgram: SystemProgram = { name: 'promtool', package: 'prometheus' };

/** It reads the text of a PDF. */
export const pdftotextProgram: SystemProgram = { name: 'pdftotext', package: 'poppler-utils' };

/** It renders the Kustomize overlays. The versions of Debian and Ubuntu are too old for them. */
export const kubectlProgram: SystemProgram = { name: 'kubectl' };

const all = [
  postgresProgram,
  pgbouncerProgram,
  nginxProgram,
  promtoolProgram,
  pdftotextProgram,
  kubectlProgram,
];

/** Returns the environment variable with its path; empty when it cannot be used. The runner sets it. */
const variableOf = ({ name }: SystemProgram) => `SIGHTLINE_TEST_${name.toUpperCase()}`;

/** Returns the path of a program, or why it cannot be used. */
function lookUp({ name, problem }: SystemProgram): { path: string } | { problem: string } {
  const path = findProgram(name);
  if (path === null) return { problem: 'it is not installed' };
  const found = problem?.(path) ?? null;
  return found === null ? { path } : { problem: found };
}

/** Whether the tests that need this program are skipped. Installs nothing: only the runner does, once. */
export function isMissing(program: SystemProgram): boolean {
  return programPath(program) === '';
}

/** Returns the path of a program; empty when it cannot be used. */
export function programPath(program: SystemProgram): string {
  const known = process.env[variableOf(program)];
  if (known !== undefined) return known;
  const found = lookUp(program);
  return 'path' in found ? found.path : '';
}

const installing = (packages: readonly string[]) => [
  'apt-get update',
  `apt-get install -y --no-install-recommends ${packages.join(' ')}`,
];

/**
 * Installs all missing programs at once, if this is root on Debian or Ubuntu.
 *
 * @param say prints a line
 * @returns the variables for the tests, and one sentence for each program that cannot be used
 */
export function preparePrograms(say: (line: string) => void): {
  variables: Record<string, string>;
  missing: { sentence: string; isRequired: boolean }[];
} {
  const packages = all.flatMap((one) => (findProgram(one.name) === null ? (one.package ?? []) : []));
  if (packages.length > 0 && process.getuid?.() === 0 && findProgram('apt-get') !== null) {
    say(`Installing ${packages.join(', ')} with apt-get. The system may start their services.`);
    for (const command of installing(packages)) run(command, say);
  }
  const found = all.map((program) => ({ program, ...lookUp(program) }));
  return {
    variables: Object.fromEntries(
      found.map(({ program, ...one }) => [variableOf(program), 'path' in one ? one.path : '']),
    ),
    missing: found.flatMap(({ program, ...one }) => {
      if ('path' in one) return [];
      const isRequired = program.package !== undefined;
      const advice = isRequired
        ? ` As root on Debian: ${installing([program.package ?? '']).join(' && ')}`
        : '';
      const sentence = `Tests that need ${program.name} were skipped: ${one.problem}.${advice}`;
      return [{ sentence, isRequired }];
    }),
  };
}

function run(command: string, say: (line: string) => void): void {
  const [program = '', ...args] = command.split(' ');
  try {
    execFileSync(program, args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (error) {
    say(
      `"${command}" failed: ${error instanceof Error ? (error.message.split('\n')[1] ?? error.message) : error}`,
    );
  }
}
