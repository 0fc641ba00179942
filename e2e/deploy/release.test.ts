import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import packageFile from '../../package.json' with { type: 'json' };
import { projectRoot } from '../support/products/server-process.ts';
import { kustomizationOf } from './kubernetes.ts';

const read = (name: string) => readFileSync(join(projectRoot, name), 'utf8');
const { version } = packageFile;

test('the changelog begins with the unreleased changes and this version', () => {
  const headings = read('CHANGELOG.md').match(/^## .*$/gm);
  expect(headings?.[0]).toBe('## Unreleased');
  expect(headings?.[1]).toMatch(/^## \S+ - \d{4}-\d{2}-\d{2}$/);
  expect(headings?.[1]?.split(' ')[1]).toBe(version);
  const kinds = read('CHANGELOG.md').match(/^### .*$/gm) ?? [];
  for (const kind of kinds) expect(kind).toMatch(/^### (Added|Changed|Deprecated|Removed|Fixed|Security)$/);
});

test('the lock file, the manifests, the image and the README have this version', () => {
  const { version: locked } = z.object({ version: z.string() }).parse(JSON.parse(read('package-lock.json')));
  expect(locked).toBe(version);
  expect(kustomizationOf('single').images).toEqual([expect.objectContaining({ newTag: version })]);
  expect(read('Dockerfile').match(/image\.version="(.*)"/)?.[1]).toBe(version);
  const tags = [...read('README.md').matchAll(/\bsightline:([\w.-]+)/g)].map(([, tag]) => tag);
  expect(tags.length).toBeGreaterThan(0);
  expect(new Set(tags)).toEqual(new Set([version]));
});

const step = z.looseObject({ run: z.string().optional(), uses: z.string().optional() });
const job = z.looseObject({ needs: z.string().optional(), steps: z.array(step) });

test('the nightly workflow runs the long tests with the setup of the daily one', () => {
  const schema = z.object({ jobs: z.object({ test: job }) });
  const nightly = schema
    .extend({ on: z.object({ schedule: z.array(z.object({ cron: z.string() })).length(1) }) })
    .parse(parse(read('.github/workflows/nightly.yaml'))).jobs.test;
  const daily = schema.parse(parse(read('.github/workflows/ci.yaml'))).jobs.test;
  expect(nightly.steps.slice(0, 3)).toEqual(daily.steps.slice(0, 3));
  const own = nightly.steps.slice(3).map(({ run }) => run?.replace(/^sudo .*"PATH=\$PATH" /, ''));
  expect(own).toEqual(['npm ci', 'npm run test:build', 'npm run test:nightly']);
  for (const run of own.slice(1))
    expect(Object.keys(packageFile.scripts)).toContain(run?.match(/^npm run (\S+)/)?.[1]);
});

test('third-party images are also updated in the manifests, and our own is not looked up', () => {
  const { kubernetes, ignoreDeps } = z
    .object({
      kubernetes: z.object({ managerFilePatterns: z.array(z.string()) }),
      ignoreDeps: z.array(z.string()),
    })
    .parse(JSON.parse(read('renovate.json')));
  const [pattern = ''] = kubernetes.managerFilePatterns;
  expect('docs/deploy/kubernetes/replicas/postgres.yaml').toMatch(new RegExp(pattern.slice(1, -1)));
  const own = kustomizationOf('single').images?.flatMap(({ name, newName }) => [name, newName]);
  expect(ignoreDeps).toEqual(own);
});

test('the release workflow runs the same tests as CI, and builds the image of the tested commit', () => {
  const { permissions, jobs } = z
    .looseObject({ permissions: z.unknown(), jobs: z.object({ test: job, image: job }) })
    .parse(parse(read('.github/workflows/ci.yaml')));
  expect(permissions).toEqual({ contents: 'read' });
  expect(jobs.test.steps.at(-1)?.run).toMatch(/ \.ci\/run$/);
  expect(jobs.image.needs).toBe('test');
  const builds = jobs.image.steps.filter(({ uses }) => uses?.startsWith('docker/build-push-action@'));
  expect(builds.map((build) => build.if)).toEqual([undefined, "github.ref_type == 'tag'"]);
});
