import { spawnSync } from 'node:child_process';
import { chromium } from '@playwright/test';
import { findProgram } from '../../../lib/demo/find-program.ts';

/** The environment variable with the path of the browser to use. */
export const CHROMIUM_VARIABLE = 'SIGHTLINE_CHROMIUM';

/** Without it, Debian's full Chromium rasterizes on a GPU, and simulates one where there is none. */
export const launchArguments = ['--disable-gpu'];

/** Lists of commands that install a Chromium, tried in order until one starts. */
const installers: readonly (readonly string[])[] = [
  ['npx playwright install --only-shell chromium'],
  ['apt-get update', 'apt-get install -y --no-install-recommends chromium-headless-shell'],
];

/**
 * Finds a Chromium that starts on this machine: the one that SIGHTLINE_CHROMIUM names, or a headless shell, or a full
 * Chromium. If there is none, it installs one.
 *
 * @param say prints a line
 * @returns its path, undefined for Playwright's own headless shell; null when there is none, which it says
 */
export async function findChromium(
  say: (line: string) => void,
): Promise<{ path: string | undefined } | null> {
  const named = process.env[CHROMIUM_VARIABLE];
  if (named) {
    if (await starts(named)) return { path: named };
    say(`${CHROMIUM_VARIABLE} is "${named}", which does not start as a browser: correct it or unset it.`);
    return null;
  }
  for (const commands of [[], ...installers]) {
    const [program = ''] = commands[0]?.split(' ') ?? [];
    if (commands.length > 0 && findProgram(program) === null) continue;
    if (commands.length > 0)
      say(`The tests need a Chromium and there is none. Trying: ${commands.join(' && ')}`);
    for (const command of commands) run(command);
    for (const path of candidates()) if (await starts(path)) return { path };
  }
  say(
    `There is no Chromium and none could be installed: run "npx playwright install --with-deps chromium", or set ${CHROMIUM_VARIABLE} to the path of one. Browser tests will be left out.`,
  );
  return null;
}

/** In order of preference: a headless shell is the same engine without desktop windows, which cost processor time. */
function candidates(): (string | undefined)[] {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  const installed = names.map((name) => findProgram(name)).filter((path) => path !== null);
  // Fedora does not put its headless shell on the path.
  return [undefined, '/usr/lib64/chromium-browser/headless_shell', ...installed];
}

/** Runs one command. Whether it helped is seen when the browser is tried. */
function run(command: string): void {
  const [program = '', ...args] = command.split(' ');
  spawnSync(program, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' });
}

async function starts(path: string | undefined): Promise<boolean> {
  const options = { args: launchArguments, ...(path === undefined ? {} : { executablePath: path }) };
  return chromium.launch(options).then(
    (browser) => browser.close().then(() => true),
    () => false,
  );
}
