import { spawnSync } from 'node:child_process';
import { chromium } from '@playwright/test';
import { findProgram } from '../../lib/launch/find-program.ts';
import { launchArguments } from './launch-arguments.ts';

/** The environment variable with the path of the browser to use; run.ts also passes it to Playwright. */
export const CHROMIUM_VARIABLE = 'SIGHTLINE_CHROMIUM';

/** Headless shells come first: the same engine without desktop windows, so that tests need less processor time. */
const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Lists of commands that install a browser, tried in order until one starts. */
const installers = [
  ['npx playwright install --only-shell chromium'],
  ['apt-get update', 'apt-get install -y chromium-headless-shell'],
  ['dnf install -y chromium-headless'],
  ['apk add chromium'],
];

/**
 * Finds a Chromium that starts on this machine: the one that SIGHTLINE_CHROMIUM names, otherwise Playwright's own or an
 * installed one, otherwise one that is installed now, which is logged.
 * @returns its path; undefined for Playwright's own
 * @throws Error with one sentence for the developer
 */
export async function findChromium(): Promise<string | undefined> {
  const named = process.env[CHROMIUM_VARIABLE];
  const problem = named
    ? `${CHROMIUM_VARIABLE} is "${named}", which does not start as a browser: correct it or unset it.`
    : `No Chromium could be installed: run "npx playwright install --with-deps chromium", or set ${CHROMIUM_VARIABLE} to the path of its executable.`;
  for (const commands of named ? [[]] : [[], ...installers]) {
    for (const command of commands) run(command);
    for (const path of named ? [named] : [undefined, ...programs.map((program) => findProgram(program))])
      if (path !== null && (await starts(path))) return path;
  }
  throw new Error(problem);
}

function run(command: string): void {
  const [program = '', ...args] = command.split(' ');
  if (findProgram(program) === null) return;
  console.log(`No Chromium starts here yet. Running: ${command}`);
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (error) console.log(`It failed: ${error.message}`);
  else if (status !== 0)
    console.log(`It failed: ${stderr.split('\n').find((line) => /error/i.test(line)) ?? stderr}`);
}

async function starts(path: string | undefined): Promise<boolean> {
  const options = { args: [...launchArguments], ...(path === undefined ? {} : { executablePath: path }) };
  return chromium.launch(options).then(
    (browser) => browser.close().then(() => true),
    () => false,
  );
}
