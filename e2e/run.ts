/**
 * Runs the tests: `node e2e/run.ts core|deep|full|nightly`, or one part of them with the arguments of its test runner:
 * `node e2e/run.ts http|browser|screenshots [arguments]`. Prints a line for each step, its progress while it runs, and
 * what failed at the end. Ends with 1 if anything failed.
 */
import { randomInt } from 'node:crypto';
import { CHROMIUM_VARIABLE, findChromium } from './support/runner/chromium.ts';
import { runStep, runSteps, type Step, say } from './support/runner/steps.ts';
import { preparePrograms } from './support/runner/system-program.ts';

const playwright = ['node', 'node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts'];
const vitest = ['node', 'node_modules/vitest/vitest.mjs', 'run'];
const http = [...vitest, '-c', 'e2e/vitest.config.ts'];

const deep = { SIGHTLINE_TEST_DEEP: '1' };
const nightly = { ...deep, SIGHTLINE_TEST_NIGHTLY: '1' };

const script = (name: string): Step => ({ name, command: ['npm', 'run', '--silent', `test:${name}`] });

/** A step of Vitest or Playwright, whose tests are counted. */
function tests(name: string, command: readonly string[], options: Omit<Step, 'name' | 'command'> = {}): Step {
  const reporters = command.includes('test')
    ? ['--reporter=dot,./e2e/support/runner/playwright-progress.ts']
    : ['--reporter=minimal', '--reporter=./e2e/support/runner/vitest-progress.ts'];
  return { name, command: [...command, ...reporters], ...options };
}

const httpTests = (name: string, tags: string, env = {}) =>
  tests(name, [...http, `--tags-filter=${tags}`], { env, needs: ['build'] });
const browserTests = (name: string, project: string, env = {}) =>
  tests(name, [...playwright, `--project=${project}`], { env, needs: ['build', 'browser'] });

/** The steps of one line run at the same time. The type check and the build write the same folder. */
const core: Step[][] = [
  [script('lint'), script('types')],
  [script('build'), tests('unit', [...vitest, '--tags-filter=!deep'])],
  [httpTests('http', '!deep && !nightly')],
  [browserTests('browser', 'core')],
];

/** All unit tests run again, with PostgreSQL and more generated input. */
const deepTests: Step[][] = [
  [tests('unit, deep', vitest, { env: deep })],
  [httpTests('http, deep', 'deep && !nightly', deep)],
  [browserTests('browser, deep', 'deep', deep)],
];

const parts: Record<string, Step[][]> = {
  core,
  deep: [[script('build')], ...deepTests],
  full: [...core, ...deepTests],
  nightly: [
    [httpTests('http, at night', 'nightly || generated', nightly)],
    [browserTests('browser, at night', 'nightly', nightly)],
  ],
};

const [part = 'core', ...args] = process.argv.slice(2);
const steps = parts[part];
// First of all, because a new machine has none, and installing one takes a while.
const browser = part === 'http' ? { path: undefined } : await findChromium(say);
const chromium = { [CHROMIUM_VARIABLE]: browser?.path ?? '' };

if (steps) {
  const programs = part === 'core' ? { variables: {}, missing: [] } : preparePrograms(say);
  // The log names the seed, so that a run can be repeated.
  const seed =
    part === 'nightly'
      ? { SIGHTLINE_TEST_SEED: process.env.SIGHTLINE_TEST_SEED ?? String(randomInt(2 ** 31)) }
      : {};
  const isGreen = await runSteps(steps, {
    env: { ...programs.variables, ...chromium, ...seed },
    hasBrowser: browser !== null,
  });
  for (const { sentence } of programs.missing) say(sentence);
  const lacks = programs.missing.some(({ isRequired }) => isRequired);
  if (lacks && process.env.CI) say('With CI set all of these are required: failed.');
  process.exitCode = isGreen && !(lacks && process.env.CI) ? 0 : 1;
} else if (part === 'http') {
  process.exitCode = await runStep({ name: part, command: [...http, ...args], env: deep });
} else if (browser === null) {
  process.exitCode = 1;
} else {
  const isNamed = args.some((argument) => argument.startsWith('--project'));
  const projects = part === 'browser' ? ['--project=core', '--project=deep'] : [`--project=${part}`];
  const command = [...playwright, ...(isNamed ? [] : projects), ...args];
  process.exitCode = await runStep({ name: part, command, env: { ...deep, ...chromium } });
}
