/**
 * Runs the browser tests: `node lib/testing/browser/run.ts [--screenshots] [playwright arguments]`.
 * Finds or fetches a Chromium first. With --screenshots it takes the pictures for the docs instead of testing.
 * Ends with Playwright's exit code, or 1 when there is no browser.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { CHROMIUM_VARIABLE, findChromium, NoChromiumError } from './find-chromium.ts';
import { playwrightBrowser, playwrightCli } from './playwright-browser.ts';
import { thisSystem } from './system.ts';

const SCREENSHOTS = '--screenshots';
const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

async function runPlaywright(chromiumPath: string, args: readonly string[]): Promise<number> {
  const project = args.includes(SCREENSHOTS) ? 'screenshots' : 'chromium';
  const passedOn = args.filter((argument) => argument !== SCREENSHOTS);
  const child = spawn(
    process.execPath,
    [playwrightCli, 'test', '-c', 'e2e/playwright.config.ts', `--project=${project}`, ...passedOn],
    {
      cwd: projectRoot,
      env: { ...process.env, [CHROMIUM_VARIABLE]: chromiumPath },
      stdio: 'inherit',
    },
  );
  // Ctrl-C reaches Playwright too, which needs time to stop what it started: wait for it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

async function main(): Promise<number> {
  try {
    const chromiumPath = await findChromium(thisSystem, playwrightBrowser);
    console.log(`Browser: ${chromiumPath}`);
    return await runPlaywright(chromiumPath, process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof NoChromiumError)) throw error;
    console.error(error.message);
    return 1;
  }
}

process.exitCode = await main();
