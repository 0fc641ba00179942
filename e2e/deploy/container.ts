import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type LaunchedServer, launchServer, projectRoot } from '../support/products/server-process.ts';

/** A substitute for an image: the files that a stage has made, and the settings for its commands. */
export interface Image {
  /** The folder with the files; it becomes `/`. */
  root: string;
  workdir: string;
  env: Readonly<Record<string, string>>;
  /** Folders of this machine that are mounted instead of being copied, by their path in the image. */
  mounts: Readonly<Record<string, string>>;
}

interface RunOptions {
  /** `uid:gid`. */
  user: string;
  /** Whether only `volumes` can be written to. */
  readOnly: boolean;
  /** Folders of this machine that can be written to, by their path in the image. */
  volumes?: Readonly<Record<string, string>>;
  env?: Readonly<Record<string, string | undefined>>;
  /** The command's standard input. */
  input?: string;
}

/** Folders of this machine in place of the base image: the system, and this project's Node as `/opt/node`. */
const system = {
  ...Object.fromEntries(['/usr', '/bin', '/lib', '/lib64', '/etc'].map((folder) => [folder, folder])),
  '/opt/node': join(projectRoot, 'node_modules/node/bin'),
};

/** Whether this process may change mounts and users of its child processes, as a container engine does. */
export function canRunContainers(): boolean {
  return process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;
}

/**
 * Returns a shell script that mounts the image and then replaces itself by the command, so that the command receives
 * signals and sets the exit code.
 */
function script({ root, workdir, mounts }: Image, { user, readOnly, volumes = {} }: RunOptions): string {
  const access = readOnly ? 'ro' : 'rw';
  const folders = [
    ...Object.entries({ ...system, ...mounts }).map(([path, source]) => ({ path, source, access: 'ro' })),
    ...Object.entries(volumes).map(([path, source]) => ({ path, source, access: 'rw' })),
  ];
  return [
    'set -e',
    `mount --bind ${root} ${root}`,
    ...folders.flatMap(({ path, source }) => [
      `mkdir -p ${root}${path}`,
      `mount --bind ${source} ${root}${path}`,
    ]),
    `mkdir -p ${root}/dev ${root}/proc && mount --rbind /dev ${root}/dev && mount -t proc proc ${root}/proc`,
    ...folders.map((folder) => `mount -o remount,bind,${folder.access} ${root}${folder.path}`),
    `mount -o remount,bind,${access} ${root}`,
    `exec chroot --userspec=${user} --groups= ${root} /usr/bin/setpriv --no-new-privs -- /usr/bin/env --chdir=${workdir} "$@"`,
  ].join('\n');
}

function argumentsOf(image: Image, options: RunOptions, command: readonly string[]): string[] {
  return ['--mount', '--propagation', 'private', 'sh', '-c', script(image, options), 'sh', ...command];
}

function environmentOf(image: Image, options: RunOptions): NodeJS.ProcessEnv {
  const path = '/opt/node:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  return { NODE_ENV: 'production', PATH: path, ...image.env, ...options.env };
}

/** Runs a command to its end. @returns its exit code and output */
export function runInContainer(image: Image, options: RunOptions, command: readonly string[]) {
  const env = environmentOf(image, options);
  const { status, stdout, stderr } = spawnSync('unshare', argumentsOf(image, options, command), {
    env,
    input: options.input ?? '',
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return { status, output: stdout + stderr };
}

/** Starts the product as the image's command. */
export function startInContainer(
  image: Image,
  options: RunOptions,
  command: readonly string[],
): LaunchedServer {
  return launchServer(argumentsOf(image, options, command), {
    program: 'unshare',
    env: environmentOf(image, options),
    pattern: /Sightline is running at (http:\/\/\S+)/,
  });
}

/**
 * Copies like `COPY`: a folder's contents, or files into a folder. It uses hard links, because the files do not
 * change.
 */
export function copyInto(image: Image, sources: readonly string[], destination: string): void {
  const target = `${image.root}${join('/', image.workdir, destination)}`;
  for (const source of sources) {
    const isFolder = statSync(source).isDirectory();
    mkdirSync(isFolder || destination.endsWith('/') ? target : dirname(target), { recursive: true });
    const { status, stderr } = spawnSync('cp', ['-al', isFolder ? `${source}/.` : source, target], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`COPY ${source} ${destination} failed: ${stderr}`);
  }
}
