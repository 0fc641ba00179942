import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, posix } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { projectRoot } from '../support/products/server-process.ts';
import { copyInto, type Image, runInContainer } from './container.ts';
import { environmentOf, type Stage, type Step, stageNamed, stages } from './dockerfile.ts';
import { expectKnownInstructions } from './known-instructions.ts';
import { productionPackages } from './runtime-files.ts';

/** What the build may read: the files of the repository without those of .dockerignore. */
export function contextFiles(): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const present = spawnSync('git', ['ls-files', '-d'], { cwd: projectRoot, encoding: 'utf8' }).stdout;
  const deleted = new Set(present.split('\n'));
  return sent(stdout.split('\n').filter((file) => file !== '' && !deleted.has(file)));
}

/** Returns those of the paths that .dockerignore does not leave out. */
export function sent(paths: string[]): string[] {
  return dockerignore()
    .add(readFileSync(join(projectRoot, '.dockerignore'), 'utf8'))
    .filter(paths);
}

interface BuildOptions {
  /** An empty folder for the files of all stages. */
  folder: string;
  /**
   * Whether other stages are built, too. Otherwise the folders that they make are those of this project: its build, and
   * those of its packages that a production install has.
   */
  complete: boolean;
}

/**
 * Does what the instructions of a stage say, one after the other, as a container engine would. Only the system and Node
 * are this machine's.
 *
 * @throws Error when a stage of the Dockerfile has an instruction that is not executed here
 */
export function buildImage(name: string, options: BuildOptions): Image {
  for (const stage of stages) expectKnownInstructions(stage);
  const context = join(options.folder, 'context');
  for (const file of contextFiles()) cpSync(join(projectRoot, file), join(context, file));
  return buildStage(stageNamed(name), context, options);
}

function buildStage(stage: Stage, context: string, options: BuildOptions): Image {
  const root = join(options.folder, stage.name);
  mkdirSync(root);
  let image: Image = { root, workdir: '/', env: {}, mounts: {} };
  for (const step of stage.steps) {
    if (step.keyword === 'ENV')
      image = { ...image, env: { ...image.env, ...environmentOf({ steps: [step] }) } };
    if (step.keyword === 'WORKDIR') image = enter(image, step.text);
    if (step.keyword === 'RUN') run(image, step.text);
    if (step.keyword === 'COPY') image = copy(image, step, context, options);
  }
  return image;
}

/** Does a `WORKDIR`. */
function enter(image: Image, path: string): Image {
  const workdir = posix.resolve(image.workdir, path);
  mkdirSync(image.root + workdir, { recursive: true });
  return { ...image, workdir };
}

/** Does a `COPY`, from the repository or from another stage. */
function copy(image: Image, { text, flags }: Step, context: string, options: BuildOptions): Image {
  const words = text.split(/\s+/);
  const destination = words.pop() ?? '';
  if (flags.from === undefined) {
    const sources = words.map((source) => join(context, source));
    copyInto(image, sources, destination);
    return image;
  }
  const from = stageNamed(flags.from);
  if (!options.complete)
    return { ...image, mounts: { ...image.mounts, ...ofThisProject(image, destination) } };
  const { root } = buildStage(from, context, options);
  copyInto(
    image,
    words.map((source) => root + source),
    destination,
  );
  return image;
}

/** What stands in for a folder of another stage: that of this project, of its packages those of a production install. */
function ofThisProject({ workdir }: Image, destination: string): Record<string, string> {
  const within = destination.endsWith('node_modules') ? productionPackages() : [''];
  return Object.fromEntries(
    within.map((name) => [join(workdir, destination, name), join(projectRoot, destination, name)]),
  );
}

/** Runs the command of a `RUN` as root, with the settings of this machine's npm. @throws Error when it fails */
function run(image: Image, command: string): void {
  const home = homedir();
  const { status, output } = runInContainer(
    { ...image, mounts: { [home]: home } },
    {
      user: '0:0',
      readOnly: false,
      env: {
        ...process.env,
        ...image.env,
        // npm and Next decide by it what they do: in a stage that does not set it, it is not set.
        NODE_ENV: image.env.NODE_ENV,
        PATH: `/opt/node:${process.env.PATH}`,
        HOME: home,
        npm_config_cache: '/app/.npm-cache',
        TMPDIR: '/app',
      },
    },
    ['sh', '-c', command],
  );
  if (status !== 0) throw new Error(`RUN ${command} failed:\n${output}`);
}
