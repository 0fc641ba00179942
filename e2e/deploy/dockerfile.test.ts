import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '../support/products/server-process.ts';
import { dockerfileText, environmentOf, lastOf, stageNamed, stages } from './dockerfile.ts';
import { contextFiles, copiesOf, sent } from './production-files.ts';
import { loadedBy, productionPackages } from './runtime-files.ts';

const production = stageNamed('production');
const steps = stages.flatMap((stage) => stage.steps);

test('the Dockerfile linter finds no problem', () => {
  expect(validate(dockerfileText, {})).toEqual([]);
});

test('every stage uses the Node version of the project', () => {
  const { packages } = z
    .object({ packages: z.object({ 'node_modules/node': z.object({ version: z.string() }) }) })
    .parse(JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')));
  const { version } = packages['node_modules/node'];
  expect(dockerfileText.match(/^(ARG NODE_TAG|FROM \S+).*$/gm)).toEqual([
    `ARG NODE_TAG=${version}-slim`,
    ...stages.map(({ name }) => `FROM node:\${NODE_TAG} AS ${name}`),
    'ARG NODE_TAG',
  ]);
});

test('the label base.name names the base image', () => {
  expect(lastOf(production, 'LABEL')).toMatch(/base\.name="docker\.io\/library\/node:\$\{NODE_TAG\}"/);
  // Without this `ARG` the name is empty within a stage.
  expect(production.steps[0]).toMatchObject({ keyword: 'ARG', text: 'NODE_TAG' });
});

// The rules of hadolint and of Docker's build checks that apply here. Neither tool can be installed from npm.
test('the image has a numeric user, commands in exec form, and no secret', () => {
  expect(lastOf(production, 'USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  for (const keyword of ['CMD', 'HEALTHCHECK']) expect(lastOf(production, keyword)).toMatch(/\[".+"\]$/);
  expect(lastOf(production, 'STOPSIGNAL')).toBe('SIGTERM');
  expect(steps.map(({ keyword }) => keyword)).not.toContain('ADD');
  expect(steps.filter(({ text }) => /\b(sudo|curl|wget)\b|npm install/.test(text))).toEqual([]);
  for (const stage of stages) {
    expect(
      Object.keys(environmentOf(stage)).filter((name) => /key|secret|token|password/i.test(name)),
    ).toEqual([]);
    expect(lastOf(stage, 'WORKDIR')).toMatch(/^\//);
  }
});

const copied = copiesOf(production).flatMap(({ from, sources }) => (from === undefined ? sources : []));

test('the build context has the files that the production stage copies', () => {
  const files = new Set(contextFiles());
  expect(copied).toContain('lib/launch');
  for (const source of copied) {
    expect([...files].filter((file) => file === source || file.startsWith(`${source}/`))).not.toEqual([]);
  }
});

test('the production stage has the parts of lib that its commands load, and no others', () => {
  const commands = ['main', 'serve', 'health-check', 'hash-password', 'create-token'];
  const { files, packages } = loadedBy(commands.map((name) => `lib/launch/${name}.ts`));
  const elsewhere = files.filter((file) => !file.startsWith('lib/launch/'));
  expect(copied.filter((source) => source.startsWith('lib/')).sort()).toEqual(
    ['lib/launch', ...elsewhere].sort(),
  );
  expect(packages).toContain('next');
  expect(packages.filter((name) => !productionPackages().includes(name))).toEqual([]);
});

test('the image gets no package that only the build or the tests use', () => {
  const installs = steps.filter(({ text }) => text.includes('npm ci')).map(({ text }) => text);
  expect(installs).toEqual(['npm ci --ignore-scripts', 'npm ci --omit=dev --omit=optional --ignore-scripts']);
  const names = ['playwright-core', '@playwright/test', 'sharp', '@next/swc-linux-x64-gnu', 'tailwindcss'];
  const more = ['lightningcss', 'lucide-react', 'babel-plugin-react-compiler', 'node', 'typescript'];
  expect([...names, ...more].filter((name) => productionPackages().includes(name))).toEqual([]);
});

test('the build context has no secrets, data or tests', () => {
  const kept = [
    ...[
      '.env',
      '.env.local',
      'lib/.env',
      '.data/sightline.db',
      '.git/config',
      'secrets/api-key',
      'tls/tls.key',
    ],
    ...[
      'node_modules/next/package.json',
      '.next/BUILD_ID',
      'e2e/run.ts',
      'docs/security.md',
      'lib/log.test.ts',
    ],
    ...['lib/server/clock.fixtures.ts', 'lib/testing/property-seed.ts', 'components/a.test.tsx'],
  ];
  expect(sent(kept)).toEqual([]);
  expect(sent(['app/layout.tsx', 'lib/process/log.ts', '.npmrc'])).toHaveLength(3);
});
