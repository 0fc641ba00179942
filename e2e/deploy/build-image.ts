import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, posix } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { projectRoot } from '../support/products/server-process.ts';
import { copyInto, type Image, runInContainer } from './container.ts';
import { environmentOf, type Stage, type Step, stageNamed, stages } from './dockerfile.ts';
import { productionPackages } from './runtime-files.ts';

/** Returns the files that the build may read: those of the repository, except the ones in .dockerignore. */
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

/** Returns the paths that .dockerignore does not exclude. */
export function sent(paths: string[]): string[] {
  return dockerignore()
    .add(readFileSync(join(projectRoot, '.dockerignore'), 'utf8'))
    .filter(paths);
}

interface BuildOptions {
  /** An empty folder for the files of all stages. */
  folder: string;
  /**
   * Whether to build the other stages, too. Otherwise their folders are taken from this project: its build, and the
   * packages of a production install.
   */
  complete: boolean;
}

/**
 * Executes the instructions of a stage in order, like a container engine. Only the system and Node are those of this
 * machine.
 *
 * @throws Error when a stage of the Dockerfile has an instruction that is not executed here
 */
export function buildImage(name: string, options: BuildOptions): Image {
  for (const stage of stages) stage.steps.forEach(expectExecuted);
  const context = join(options.folder, 'context');
  for (const file of contextFiles()) cpSync(join(projectRoot, file), join(context, file));
  return buildStage(stageNamed(name), context, options);
}

/** Instructions that change neither the files nor the environment of a stage. The tests start `CMD` as `USER`. */
const withoutFiles = ['ARG', 'CMD', 'EXPOSE', 'HEALTHCHECK', 'LABEL', 'STOPSIGNAL', 'USER', 'VOLUME'];

/** @throws Error when this interpreter would ignore a part of an instruction */
function expectExecuted({ keyword, text, flags }: Step): void {
  if (withoutFiles.includes(keyword)) return;
  const isKnown = ['COPY', 'ENV', 'RUN', 'WORKDIR'].includes(keyword) && !/\$|<</.test(text);
  const hasOtherFlags = Object.keys(flags).some((flag) => keyword !== 'COPY' || flag !== 'from');
  if (!isKnown || hasOtherFlags) throw new Error(`The tests cannot execute ${keyword} ${text}.`);
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

/** Executes a `WORKDIR`. */
function enter(image: Image, path: string): Image {
  const workdir = posix.resolve(image.workdir, path);
  mkdirSync(image.root + workdir, { recursive: true });
  return { ...image, workdir };
}

/** Executes a `COPY`, from the repository or from another stage. */
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

/**
 * Returns this project's folder in place of another stage's. For packages it returns those of a production install.
 */
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
        // npm and Next depend on NODE_ENV. A stage that does not set it must not have it.
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
