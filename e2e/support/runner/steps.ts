import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { projectRoot } from '../products/server-process.ts';

/** A command of the test run. Its reports go to standard output, its progress to standard error. */
export interface Step {
  name: string;
  /** A program and its arguments; `node` is the Node that runs this. */
  command: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** What must be there, or the step is left out. */
  needs?: readonly ('build' | 'browser')[];
}

interface Conditions {
  env: Readonly<Record<string, string>>;
  hasBrowser: boolean;
}

interface Result {
  step: Step;
  isGreen: boolean;
  report: string;
  counts: { passed: number; failed: number; skipped: number };
}

/** Prints a line for the person who waits. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs groups of steps one after the other, and the steps of a group at the same time. Prints a line for each step,
 * and the reports of the failed ones at the end.
 *
 * @returns whether all were run, and are green
 */
export async function runSteps(
  groups: readonly (readonly Step[])[],
  { env, hasBrowser }: Conditions,
): Promise<boolean> {
  const began = performance.now();
  const results: Result[] = [];
  const left: string[] = [];
  for (const group of groups) {
    const isBuilt = results.every(({ step, isGreen }) => step.name !== 'build' || isGreen);
    const runnable = group.filter(
      ({ needs = [] }) => (isBuilt || !needs.includes('build')) && (hasBrowser || !needs.includes('browser')),
    );
    left.push(...group.filter((step) => !runnable.includes(step)).map(({ name }) => name));
    results.push(...(await Promise.all(runnable.map((step) => runReported(step, env)))));
  }
  for (const { step, isGreen, report } of results) {
    if (!isGreen) process.stdout.write(`\n——— ${step.name} ———\n${report}\n`);
  }
  for (const name of left) {
    say(`Not run: ${name}, for want of ${hasBrowser ? 'a build' : 'a browser, as said at the start'}.`);
  }
  const sum = (of: keyof Result['counts']) => results.reduce((all, { counts }) => all + counts[of], 0);
  const failed = results.filter(({ isGreen }) => !isGreen);
  const verdict =
    failed.length > 0
      ? `failed: ${failed.map(({ step }) => step.name).join(', ')}`
      : `all steps${left.length > 0 ? ' that could run' : ''} are green`;
  say(`${secondsSince(began)} in all; ${verdict}.`);
  // Alone on the last line, in the form that continuous integrations read.
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  return failed.length === 0 && left.length === 0;
}

/** Runs one step with the terminal of this process. @returns its exit code */
export async function runStep(step: Step): Promise<number> {
  const [code] = await once(start(step, {}, 'inherit'), 'exit');
  return typeof code === 'number' ? code : 1;
}

async function runReported(step: Step, env: Conditions['env']): Promise<Result> {
  const began = performance.now();
  const child = start(step, env, 'pipe');
  let report = '';
  /** The last line of progress. */
  let counted = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    report += text;
  });
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const isProgress = line.startsWith(`  ${step.name}: `);
      if (isProgress) {
        counted = line;
        say(line);
      } else report += `${line}\n`;
    });
  }
  const [code] = await once(child, 'close');
  const isGreen = code === 0;
  say(`${isGreen ? '✓' : '✗'} ${step.name.padEnd(14)} ${secondsSince(began)}`);
  const [, passed = 0, failed = 0, skipped = 0] =
    /: (\d+) passed, (\d+) failed, (\d+) skipped$/.exec(counted) ?? [];
  const counts = { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
  return { step, isGreen, report, counts };
}

function start({ name, command, env }: Step, more: Conditions['env'], stdio: 'inherit' | 'pipe') {
  const [program = '', ...args] = command;
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: projectRoot,
    env: {
      ...process.env,
      // Playwright 1.59 calls a function that Node 26 reports as deprecated, once in each process.
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --disable-warning=DEP0205`,
      // Node runs TypeScript itself. Playwright's own compiler would cost a fifth of its workers' time.
      PW_DISABLE_TS_ESM: '1',
      SIGHTLINE_TEST_PART: name,
      ...more,
      ...env,
    },
    stdio: ['inherit', stdio, stdio],
  });
  // Ctrl-C reaches the child too, which needs time to stop what it started: wait for it.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return child;
}

function secondsSince(began: number): string {
  const seconds = Math.round((performance.now() - began) / 1000);
  return seconds < 100 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
