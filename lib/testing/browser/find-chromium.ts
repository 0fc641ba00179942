import { delimiter, join } from 'node:path';
import { type PackageManager, packageManagers } from './package-managers.ts';
import type { System } from './system.ts';

/** The environment variable with the path of the browser to use; also how run.ts hands it to Playwright. */
export const CHROMIUM_VARIABLE = 'SIGHTLINE_CHROMIUM';

/** Playwright's own browser: where it is when downloaded, and the command that downloads it. */
export interface PlaywrightBrowser {
  executable: string;
  download: readonly [command: string, ...args: string[]];
}

/** No browser could be had. The message is one sentence that says what to do. */
export class NoChromiumError extends Error {
  override readonly name = 'NoChromiumError';
}

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const applicationPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Time limits in milliseconds. */
const VERSION_MS = 20_000;
const SUDO_MS = 5_000;
const DOWNLOAD_MS = 180_000;
const PACKAGE_MS = 300_000;

/**
 * The path of a Chromium that runs on this machine: the one that SIGHTLINE_CHROMIUM names, else an
 * installed one, else one fetched now by Playwright, else one from the system's package manager.
 * @throws NoChromiumError with one sentence for the person at the terminal.
 */
export async function findChromium(system: System, playwright: PlaywrightBrowser): Promise<string> {
  const named = system.environment[CHROMIUM_VARIABLE];
  if (named) return chosen(system, named);
  const found =
    (await firstThatRuns(system, installedCandidates(system, playwright))) ??
    (await download(system, playwright)) ??
    (await installPackage(system));
  if (found) return found;
  throw new NoChromiumError(
    `No Chromium is installed, and neither Playwright's download nor a package manager could bring one: install Chromium or Chrome, or set ${CHROMIUM_VARIABLE} to the path of its executable, then run this again.`,
  );
}

async function chosen(system: System, path: string): Promise<string> {
  if (await runs(system, path)) return path;
  throw new NoChromiumError(
    `${CHROMIUM_VARIABLE} is "${path}", which does not run as a browser: set it to the path of a Chromium or Chrome executable, or unset it to have one found.`,
  );
}

function installedCandidates(system: System, playwright: PlaywrightBrowser): string[] {
  return [
    playwright.executable,
    ...programNames.flatMap((name) => placesOnPath(system, name)),
    ...applicationPaths,
  ];
}

async function download(system: System, playwright: PlaywrightBrowser): Promise<string | undefined> {
  system.say('No Chromium is installed: downloading the one of Playwright (at most 3 minutes).');
  const [command, ...args] = playwright.download;
  const result = await system.run(command, args, AbortSignal.timeout(DOWNLOAD_MS));
  if (!result.ok) system.say(`The download failed: ${faultLine(result.output)}`);
  // A download can be whole and still not run, on a machine without the libraries it needs.
  return firstThatRuns(system, [playwright.executable]);
}

async function installPackage(system: System): Promise<string | undefined> {
  for (const manager of packageManagers) {
    if (!placesOnPath(system, manager.program).some(system.exists)) continue;
    const prefix = await privilege(system, manager);
    if (!prefix) {
      system.say(`${manager.program} needs root, and sudo without a password is not possible here.`);
      continue;
    }
    system.say(`Installing Chromium with ${manager.program} (at most 10 minutes).`);
    for (const line of manager.commands) {
      const [command = '', ...args] = [...prefix, ...line];
      const result = await system.run(command, args, AbortSignal.timeout(PACKAGE_MS));
      if (!result.ok) system.say(`"${line.join(' ')}" failed: ${faultLine(result.output)}`);
    }
    const places = programNames.flatMap((name) => placesOnPath(system, name));
    const found = await firstThatRuns(system, [...places, ...applicationPaths]);
    if (found) return found;
  }
  return undefined;
}

/** What to write before a command so that it runs with the rights it needs; null when they cannot be had. */
async function privilege(system: System, manager: PackageManager): Promise<readonly string[] | null> {
  if (!manager.needsRoot || system.isRoot) return [];
  const sudo = await system.run('sudo', ['-n', 'true'], AbortSignal.timeout(SUDO_MS));
  return sudo.ok ? ['sudo', '-n'] : null;
}

async function firstThatRuns(system: System, paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    if (await runs(system, path)) return path;
  }
  return undefined;
}

/** A file of the right name may be a stub that only says "install the snap": so it is asked for its version. */
async function runs(system: System, path: string): Promise<boolean> {
  if (!system.exists(path)) return false;
  // Containers run as root, and there Chromium refuses even this without --no-sandbox.
  const { ok, output } = await system.run(
    path,
    ['--version', '--no-sandbox'],
    AbortSignal.timeout(VERSION_MS),
  );
  return ok && /Chrom(e|ium)/.test(output);
}

function placesOnPath(system: System, program: string): string[] {
  const folders = (system.environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, program));
}

/** The line that names the fault: installers print progress before it, and stack traces after it. */
function faultLine(output: string): string {
  const lines = output.trim().split('\n');
  return (lines.find((line) => /^(E:|.*error\b)/i.test(line)) ?? lines.at(-1) ?? '').trim();
}
