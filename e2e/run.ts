/**
 * Runs Playwright on the built product: `node e2e/run.ts [playwright arguments]`, by default all browser tests. Finds
 * or installs a Chromium first. Ends with Playwright's exit code, or 1 when there is no browser.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { projectRoot } from './support/products/server-process.ts';
import { CHROMIUM_VARIABLE, findChromium } from './support/runner/chromium.ts';
import {
  nginxProgram,
  pdftotextProgram,
  postgresProgram,
  programVariables,
  promtoolProgram,
} from './support/runner/system-program.ts';

const playwrightCli = createRequire(import.meta.url).resolve('@playwright/test/cli');

/** The programs that tests need besides a browser. */
const systemPrograms = [postgresProgram, nginxProgram, promtoolProgram, pdftotextProgram];

/**
 * Returns a new seed for each nightly run, so that it has other generated input. The summary's first line names the
 * seed for repeating a run.
 */
function nightlySeed(args: readonly string[]): Record<string, string> {
  if (!args.includes('--project=nightly') || process.env.SIGHTLINE_TEST_SEED) return {};
  return { SIGHTLINE_TEST_SEED: String(randomInt(2 ** 31)) };
}

async function runPlaywright(chromiumPath: string | undefined, args: readonly string[]): Promise<number> {
  const project = args.some((argument) => argument.startsWith('--project')) ? [] : ['--project=chromium'];
  const child = spawn(
    process.execPath,
    [playwrightCli, 'test', '-c', 'e2e/playwright.config.ts', ...project, ...args],
    {
      cwd: projectRoot,
      env: {
        ...process.env,
        // Playwright 1.59 calls a function that Node 26 reports as deprecated, once in each process.
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --disable-warning=DEP0205`,
        // Node runs TypeScript itself. Playwright's own compiler would cost a fifth of its workers' time.
        PW_DISABLE_TS_ESM: '1',
        [CHROMIUM_VARIABLE]: chromiumPath ?? '',
        ...programVariables(systemPrograms),
        ...nightlySeed(args),
      },
      stdio: 'inherit',
    },
  );
  // Ctrl-C reaches Playwright too, which needs time to stop what it started: wait for it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

try {
  const chromiumPath = await findChromium();
  console.log(`Browser: ${chromiumPath ?? "Playwright's own Chromium"}`);
  process.exitCode = await runPlaywright(chromiumPath, process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
