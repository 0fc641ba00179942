import { expect, test } from 'vitest';
import { findChromium, NoChromiumError, type PlaywrightBrowser } from './find-chromium.ts';
import type { CommandResult, System } from './system.ts';

const playwright: PlaywrightBrowser = {
  executable: '/cache/playwright/chrome',
  download: ['node', 'playwright', 'install', 'chromium'],
};

const DOWNLOAD = 'node playwright install chromium';
const APT_INSTALL = /apt-get .*install .*chromium$/;

interface Machine {
  environment?: Record<string, string>;
  files?: string[];
  isRoot?: boolean;
  /** What a command line does; undefined: it fails. A browser in `files` answers --version by itself. */
  commands?: (line: string, files: Set<string>) => CommandResult | undefined;
  /** Files that are there but do not run. */
  broken?: string[];
}

const done: CommandResult = { ok: true, output: '' };

function machine({ environment, files = [], isRoot = true, commands, broken = [] }: Machine) {
  const present = new Set(files);
  const lines: string[] = [];
  const said: string[] = [];
  const system: System = {
    environment: { PATH: '/usr/local/bin:/usr/bin', ...environment },
    isRoot,
    exists: (path) => present.has(path),
    run: async (command, args) => {
      if (args.includes('--version')) {
        return { ok: !broken.includes(command), output: 'Chromium 156.0' };
      }
      const line = [command, ...args].join(' ');
      lines.push(line);
      return (
        commands?.(line, present) ?? { ok: false, output: 'one of two\nError: no such luck\n    at a stack' }
      );
    },
    say: (line) => said.push(line),
  };
  return { system, lines, said };
}

test('the variable is used before anything installed', async () => {
  const { system, lines } = machine({
    environment: { SIGHTLINE_CHROMIUM: '/opt/mine' },
    files: ['/opt/mine', playwright.executable, '/usr/bin/chromium'],
  });
  expect(await findChromium(system, playwright)).toBe('/opt/mine');
  expect(lines).toEqual([]);
});

test.each([
  ['is not there', []],
  ['does not run', ['/opt/mine']],
])('a variable whose file %s is an error that names it, and nothing else is tried', async (_, files) => {
  const { system, lines } = machine({
    environment: { SIGHTLINE_CHROMIUM: '/opt/mine' },
    files: [...files, '/usr/bin/chromium'],
    broken: ['/opt/mine'],
  });
  await expect(findChromium(system, playwright)).rejects.toThrow(/^SIGHTLINE_CHROMIUM is "\/opt\/mine"/);
  expect(lines).toEqual([]);
});

test('installed browsers are taken in order: Playwright, then names on PATH, then applications', async () => {
  const order = [
    playwright.executable,
    '/usr/local/bin/chromium',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ];
  for (const [index, expected] of order.entries()) {
    const { system, lines } = machine({ files: order.slice(index) });
    expect(await findChromium(system, playwright)).toBe(expected);
    expect(lines).toEqual([]);
  }
});

test('a stub that does not run is passed over', async () => {
  const { system } = machine({
    files: ['/usr/bin/chromium', '/usr/bin/google-chrome'],
    broken: ['/usr/bin/chromium'],
  });
  expect(await findChromium(system, playwright)).toBe('/usr/bin/google-chrome');
});

test("without any, Playwright's download is tried before the package manager", async () => {
  const { system, lines } = machine({
    files: ['/usr/bin/apt-get'],
    commands: (line, files) => (line === DOWNLOAD && files.add(playwright.executable) ? done : undefined),
  });
  expect(await findChromium(system, playwright)).toBe(playwright.executable);
  expect(lines).toEqual([DOWNLOAD]);
});

test('when the download fails or does not run, root installs with the package manager', async () => {
  const { system, lines, said } = machine({
    files: ['/usr/bin/apt-get'],
    commands: (line, files) => (APT_INSTALL.test(line) && files.add('/usr/bin/chromium') ? done : undefined),
  });
  expect(await findChromium(system, playwright)).toBe('/usr/bin/chromium');
  expect(lines[0]).toBe(DOWNLOAD);
  expect(lines[1]).toMatch(/apt-get update$/);
  expect(lines[2]).toMatch(APT_INSTALL);
  expect(said).toContain('The download failed: Error: no such luck');
});

test('without root, sudo is used when it asks for no password', async () => {
  const { system, lines } = machine({
    isRoot: false,
    files: ['/usr/bin/dnf'],
    commands: (line, files) => {
      if (line.endsWith('dnf install -y chromium')) files.add('/usr/bin/chromium-browser');
      return done;
    },
  });
  expect(await findChromium(system, playwright)).toBe('/usr/bin/chromium-browser');
  expect(lines).toEqual([DOWNLOAD, 'sudo -n true', 'sudo -n dnf install -y chromium']);
});

test('without root and sudo nothing is installed, and one sentence says what to do', async () => {
  const { system, lines } = machine({ isRoot: false, files: ['/usr/bin/apt-get'] });
  const failure = await findChromium(system, playwright).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NoChromiumError);
  expect(String(failure)).toMatch(/install Chromium or Chrome, or set SIGHTLINE_CHROMIUM/);
  expect(String(failure)).not.toContain('\n');
  expect(lines).toEqual([DOWNLOAD, 'sudo -n true']);
});

test('brew needs no root', async () => {
  const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const { system, lines } = machine({
    isRoot: false,
    files: ['/usr/local/bin/brew'],
    commands: (line, files) => (line.startsWith('brew ') && files.add(chrome) ? done : undefined),
  });
  expect(await findChromium(system, playwright)).toBe(chrome);
  expect(lines.some((line) => line.startsWith('sudo'))).toBe(false);
});
