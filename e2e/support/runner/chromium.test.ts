import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findChromium } from './chromium.ts';

let folder = '';
let said: string[] = [];
const say = (line: string) => said.push(line);
beforeEach(() => {
  said = [];
  folder = mkdtempSync(join(tmpdir(), 'sightline-programs-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('SIGHTLINE_CHROMIUM', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A machine on which installed programs start. @param installs what a command installs, by the command */
function machine(installs: Record<string, string> = {}) {
  const commands: string[] = [];
  return {
    commands,
    run(command: string) {
      commands.push(command);
      if (installs[command] !== undefined) install(installs[command]);
    },
    starts: async (path: string | undefined) => path?.startsWith(folder) === true,
  };
}

function install(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '');
  return path;
}

test('an installed headless shell is preferred to a full Chromium, and nothing is installed', async () => {
  const on = machine();
  const [shell] = [install('chromium-headless-shell'), install('chromium')];
  expect(await findChromium(say, on)).toEqual({ path: shell });
  expect(on.commands).toEqual([]);
  expect(said).toEqual([]);
});

test('where there is no browser, one is installed with the package manager that there is, and that is said', async () => {
  install('apt-get');
  const command = 'apt-get install -y --no-install-recommends chromium-headless-shell';
  const on = machine({ [command]: 'chromium-headless-shell' });
  expect(await findChromium(say, on)).toEqual({ path: join(folder, 'chromium-headless-shell') });
  expect(said).toEqual([expect.stringContaining(`apt-get update && ${command}`)]);
});

test('where none can be installed, one sentence says what to do', async () => {
  install('npx');
  expect(await findChromium(say, machine())).toBeNull();
  expect(said.at(-1)).toContain('npx playwright install --with-deps chromium');
});

test('the browser in SIGHTLINE_CHROMIUM is used, or a sentence says why not', async () => {
  install('chromium-headless-shell');
  const named = install('my-chrome');
  vi.stubEnv('SIGHTLINE_CHROMIUM', named);
  expect(await findChromium(say, machine())).toEqual({ path: named });
  vi.stubEnv('SIGHTLINE_CHROMIUM', '/nowhere/chrome');
  expect(await findChromium(say, machine())).toBeNull();
  expect(said).toEqual([expect.stringContaining('"/nowhere/chrome", which does not start')]);
});
