import { spawnSync } from 'node:child_process';
import { findProgram } from '../../../lib/demo/find-program.ts';

/** A program of the system that tests need and npm does not bring. */
interface SystemProgram {
  /** Its names, in order of preference. */
  names: readonly string[];
  /** Lists of commands that install it, tried in order until it is there. */
  installers: readonly (readonly string[])[];
  /** The environment variable with its path, empty for none: `programVariables` looks once for all workers. */
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

/** It belongs to Prometheus. */
export const promtoolProgram: SystemProgram = {
  names: ['promtool'],
  installers: [
    ['apt-get update', 'apt-get install -y --no-install-recommends prometheus'],
    ['dnf install -y golang-github-prometheus'],
    ['apk add prometheus'],
  ],
  variable: 'SIGHTLINE_TEST_PROMTOOL',
};

/** It reads what is on the pages of a PDF. */
export const pdftotextProgram: SystemProgram = {
  names: ['pdftotext'],
  installers: [
    ['apt-get update', 'apt-get install -y --no-install-recommends poppler-utils'],
    ['dnf install -y poppler-utils'],
    ['apk add poppler-utils'],
  ],
  variable: 'SIGHTLINE_TEST_PDFTOTEXT',
};

/** For what Kustomize makes of the overlays. Debian and Ubuntu have none that is new enough for them. */
export const kubectlProgram: SystemProgram = {
  names: ['kubectl'],
  installers: [],
  variable: 'SIGHTLINE_TEST_KUBECTL',
};

/** Finds a program on the path or installs it, which is logged. @returns its path; null when there is none */
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

/** Returns an environment in which these programs are known, so that no process looks for them or installs them again. */
export function programVariables(programs: readonly SystemProgram[]): Record<string, string> {
  return Object.fromEntries(programs.map((one) => [one.variable, findSystemProgram(one) ?? '']));
}

/** Says what is missing, with the commands of this machine's package manager that install it. */
function missingSentence({ names, installers }: SystemProgram): string {
  const managerOf = (commands: readonly string[]) => commands[0]?.split(' ')[0] ?? '';
  const commands = installers.find((one) => findProgram(managerOf(one)) !== null);
  const advice = commands === undefined ? 'install one' : `as root, run "${commands.join(' && ')}"`;
  return `No ${names.join(' or ')} was found, and none could be installed: ${advice} to run all tests.`;
}

/**
 * Whether the tests that need it are skipped, with one sentence in the log.
 *
 * @throws Error where CI is set and it could have been installed: there they must run
 */
export function isMissing(program: SystemProgram): boolean {
  if (findSystemProgram(program) !== null) return false;
  const sentence = missingSentence(program);
  if (process.env.CI && program.installers.length > 0) throw new Error(sentence);
  console.log(sentence);
  return true;
}
