import { spawnSync } from 'node:child_process';
import { chromium } from '@playwright/test';
import { findProgram } from '../../../lib/demo/find-program.ts';
import { launchArguments } from './launch-arguments.ts';

/** The environment variable with the path of the browser to use; run.ts also passes it to Playwright. */
export const CHROMIUM_VARIABLE = 'SIGHTLINE_CHROMIUM';

/** Programs of one kind, and lists of commands that install one, tried in order until one starts. */
interface Kind {
  /** Paths of the installed programs; undefined for Playwright's own. */
  paths: () => readonly (string | undefined)[];
  installers: readonly (readonly string[])[];
}

/** Fedora does not put its headless shell on the path. */
const FEDORAS = '/usr/lib64/chromium-browser/headless_shell';

/** In order of preference. A headless shell is the same engine without desktop windows, which cost processor time. */
const kinds: readonly Kind[] = [
  {
    paths: () => [undefined, ...installed('chromium-headless-shell'), FEDORAS],
    installers: [
      ['npx playwright install --only-shell chromium'],
      ['apt-get update', 'apt-get install -y chromium-headless-shell'],
      ['dnf install -y chromium-headless'],
    ],
  },
  {
    paths: () => installed('chromium', 'chromium-browser', 'google-chrome'),
    installers: [['apk add chromium']],
  },
];

/** Runs commands and tries browsers. Tests replace it. */
interface Machine {
  run: (command: string) => void;
  starts: (path: string | undefined) => Promise<boolean>;
}

/**
 * Finds a Chromium that starts on this machine. First choice is the one that SIGHTLINE_CHROMIUM names, then a
 * headless shell, then a full Chromium. If there is no headless shell, it logs that and installs one.
 * @returns its path; undefined for Playwright's own headless shell
 * @throws Error with one sentence for the developer
 */
export async function findChromium(machine: Machine = { run, starts }): Promise<string | undefined> {
  const named = process.env[CHROMIUM_VARIABLE];
  if (named) {
    if (await machine.starts(named)) return named;
    throw new Error(
      `${CHROMIUM_VARIABLE} is "${named}", which does not start as a browser: correct it or unset it.`,
    );
  }
  for (const { paths, installers } of kinds) {
    for (const commands of [[], ...installers]) {
      for (const command of commands) machine.run(command);
      for (const path of paths()) if (await machine.starts(path)) return path;
    }
  }
  throw new Error(
    `No Chromium could be installed: run "npx playwright install --with-deps chromium", or set ${CHROMIUM_VARIABLE} to the path of its executable.`,
  );
}

function installed(...names: readonly string[]): string[] {
  return names.map((name) => findProgram(name)).filter((path) => path !== null);
}

function run(command: string): void {
  const [program = '', ...args] = command.split(' ');
  if (findProgram(program) === null) return;
  console.log(`Installing a browser for the tests: ${command}`);
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (error) console.log(`It failed: ${error.message}`);
  else if (status !== 0)
    console.log(`It failed: ${stderr.split('\n').find((line) => /error/i.test(line)) ?? stderr}`);
}

async function starts(path: string | undefined): Promise<boolean> {
  const options = { args: launchArguments, ...(path === undefined ? {} : { executablePath: path }) };
  return chromium.launch(options).then(
    (browser) => browser.close().then(() => true),
    () => false,
  );
}
