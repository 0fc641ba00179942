import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findChromium } from './chromium.ts';

let folder = '';
beforeEach(() => {
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

test('an installed headless shell is preferred to a full Chromium', async () => {
  const on = machine();
  const [shell] = [install('chromium-headless-shell'), install('chromium')];
  expect(await findChromium(on)).toBe(shell);
  expect(on.commands).toEqual([]);
});

test('a headless shell is installed and used where only a full Chromium is installed', async () => {
  install('google-chrome');
  const on = machine({ 'apt-get install -y chromium-headless-shell': 'chromium-headless-shell' });
  expect(await findChromium(on)).toBe(join(folder, 'chromium-headless-shell'));
});

test('the full Chromium is used where no headless shell can be installed', async () => {
  const full = install('chromium');
  const on = machine();
  expect(await findChromium(on)).toBe(full);
  expect(on.commands).toContain('npx playwright install --only-shell chromium');
  expect(on.commands).not.toContain('apk add chromium');
});

test('the browser in SIGHTLINE_CHROMIUM is used, or an error says why not', async () => {
  install('chromium-headless-shell');
  const named = install('my-chrome');
  vi.stubEnv('SIGHTLINE_CHROMIUM', named);
  expect(await findChromium(machine())).toBe(named);
  vi.stubEnv('SIGHTLINE_CHROMIUM', '/nowhere/chrome');
  await expect(findChromium(machine())).rejects.toThrow(/"\/nowhere\/chrome", which does not start/);
});
