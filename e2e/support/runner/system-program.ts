import { spawnSync } from 'node:child_process';
import { findProgram } from '../../../lib/demo/find-program.ts';

/** A system program that tests need and npm does not install. */
interface SystemProgram {
  /** Its names, in order of preference. */
  names: readonly string[];
  /** Lists of commands that install it, tried in order until one succeeds. */
  installers: readonly (readonly string[])[];
  /**
   * The environment variable with its path; empty when there is none. `programVariables` sets it once for all
   * workers.
   */
  variable: string;
}

export const postgresProgram: SystemProgram = {
  names: ['postgres'],
  installers: [
    ['apt-get update', 'apt-get install -y --no-install-recommends postgresql'],
    ['dnf install -y postgresql-server'],
    ['apk add postgresql'],
  ],
  variable: 'SIGHTLINE_TEST_POSTGRES',
};

export const nginxProgram: SystemProgram = {
  names: ['nginx'],
  installers: [['apt-get update', 'apt-get install -y nginx'], ['dnf install -y nginx'], ['apk add nginx']],
  variable: 'SIGHTLINE_TEST_NGINX',
};

/** Part of Prometheus. */
export const promtoolProgram: SystemProgram = {
  names: ['promtool'],
  installers: [
    ['apt-get update', 'apt-get install -y --no-install-recommends prometheus'],
    ['dnf install -y golang-github-prometheus'],
    ['apk add prometheus'],
  ],
  variable: 'SIGHTLINE_TEST_PROMTOOL',
};

/** It reads the text of a PDF. */
export const pdftotextProgram: SystemProgram = {
  names: ['pdftotext'],
  installers: [
    ['apt-get update', 'apt-get install -y --no-install-recommends poppler-utils'],
    ['dnf install -y poppler-utils'],
    ['apk add poppler-utils'],
  ],
  variable: 'SIGHTLINE_TEST_PDFTOTEXT',
};

/** It renders the Kustomize overlays. The versions of Debian and Ubuntu are too old for them. */
export const kubectlProgram: SystemProgram = {
  names: ['kubectl'],
  installers: [],
  variable: 'SIGHTLINE_TEST_KUBECTL',
};

/**
 * Finds a program on the path, or logs that it is missing and installs it.
 * @returns its path; null when there is none
 */
export function findSystemProgram({ names, installers, variable }: SystemProgram): string | null {
  const known = process.env[variable];
  if (known !== undefined) return known || null;
  for (const commands of [[], ...installers]) {
    for (const command of commands) {
      const [program = '', ...args] = command.split(' ');
      if (findProgram(program) === null) continue;
      console.log(`No ${names.join(' or ')} yet. Running: ${command}`);
      spawnSync(program, args, { encoding: 'utf8' });
    }
    const found = findProgram(...names);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Returns environment variables with the paths of these programs, so that no other process looks for them or installs
 * them.
 */
export function programVariables(programs: readonly SystemProgram[]): Record<string, string> {
  return Object.fromEntries(programs.map((one) => [one.variable, findSystemProgram(one) ?? '']));
}

/** Names the missing program and the commands that install it with this machine's package manager. */
function missingSentence({ names, installers }: SystemProgram): string {
  const managerOf = (commands: readonly string[]) => commands[0]?.split(' ')[0] ?? '';
  const commands = installers.find((one) => findProgram(managerOf(one)) !== null);
  const advice = commands === undefined ? 'install one' : `as root, run "${commands.join(' && ')}"`;
  return `No ${names.join(' or ')} was found, and none could be installed: ${advice} to run all tests.`;
}

/**
 * Whether the program is missing, so that its tests are skipped. If so, it logs one sentence.
 *
 * @throws Error in CI when it could have been installed: in CI its tests must run
 */
export function isMissing(program: SystemProgram): boolean {
  if (findSystemProgram(program) !== null) return false;
  const sentence = missingSentence(program);
  if (process.env.CI && program.installers.length > 0) throw new Error(sentence);
  console.log(sentence);
  return true;
}
