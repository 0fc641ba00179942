import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { cheapPasswordHash } from '../../lib/server/access/password-hash.fixtures.ts';
import { parseEnvironment } from '../../lib/server/env.ts';
import { environmentOf, stageNamed } from './dockerfile.ts';
import {
  filesOf,
  invalid,
  kustomizationOf,
  type Manifest,
  manifests,
  rendered,
  resourcesOf,
  unknownFields,
} from './kubernetes.ts';

const folders = ['single', 'replicas'];
const labels = z.record(z.string(), z.string());
const deploymentSchema = z.looseObject({
  kind: z.literal('Deployment'),
  spec: z.object({
    selector: z.object({ matchLabels: labels }),
    template: z.object({
      metadata: z.object({ labels }),
      spec: z.looseObject({ securityContext: z.unknown(), containers: z.array(z.looseObject({})) }),
    }),
  }),
});
const deployments = folders
  .flatMap(resourcesOf)
  .flatMap((document) => (document.kind === 'Deployment' ? [deploymentSchema.parse(document)] : []));

const nameOf = (metadata: unknown) => z.object({ name: z.string() }).parse(metadata).name;

function expectValid(documents: readonly Manifest[]): void {
  expect(invalid(documents)).toEqual([]);
  expect(unknownFields(documents)).toBe('');
}

test.each(folders)('the manifests of %s have the form that Kubernetes publishes', (name) => {
  expectValid(resourcesOf(name));
});

// No distribution has a current kubectl, so that tests do not install it.
test.for(folders)('what kubectl makes of %s has that form, too', (name, { skip }) => {
  const documents = rendered(name);
  if (documents === null) return skip('needs kubectl');
  expectValid(documents);
  const deployment = documents.find(
    ({ kind, metadata }) => kind === 'Deployment' && nameOf(metadata) === 'sightline',
  );
  expect(deployment).toMatchObject(
    name === 'single'
      ? { spec: { replicas: 1, strategy: { type: 'Recreate' } } }
      : { spec: { replicas: 2, strategy: { type: 'RollingUpdate' } } },
  );
  const claims = documents.filter(({ kind }) => kind === 'PersistentVolumeClaim');
  expect(claims.map(({ metadata }) => nameOf(metadata))).toEqual([
    name === 'single' ? 'sightline' : 'sightline-valkey',
  ]);
});

test.each(folders)('the kustomization of %s names each of its files', (name) => {
  const { resources, configMapGenerator, patches } = kustomizationOf(name);
  const envs = configMapGenerator.flatMap((generator) => generator.envs ?? []);
  const named = [...resources, ...envs, ...patches.map(({ path }) => path)].filter(
    (file) => !file.startsWith('..'),
  );
  expect(named.sort()).toEqual(filesOf(name).sort());
});

test('every selector selects the pods of exactly one deployment', () => {
  const selector = z.union([
    z
      .object({ spec: z.object({ selector: z.object({ matchLabels: labels }) }) })
      .transform(({ spec }) => spec.selector.matchLabels),
    z
      .object({ spec: z.object({ podSelector: z.object({ matchLabels: labels }) }) })
      .transform(({ spec }) => spec.podSelector.matchLabels),
    z.object({ spec: z.object({ selector: labels }) }).transform(({ spec }) => spec.selector),
  ]);
  const selectors = folders.flatMap(resourcesOf).flatMap((document) => {
    const { data } = selector.safeParse(document);
    return data === undefined ? [] : [data];
  });
  expect(selectors.length).toBe(6);
  for (const wanted of selectors) {
    const selected = deployments.filter(({ spec }) =>
      Object.entries(wanted).every(([name, value]) => spec.template.metadata.labels[name] === value),
    );
    expect(selected).toHaveLength(1);
  }
});

test('every container runs without privileges and has limits', () => {
  expect(deployments).toHaveLength(2);
  for (const { spec } of deployments) {
    expect(spec.template.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    for (const container of spec.template.spec.containers) {
      expect(container).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: {
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        },
        livenessProbe: expect.anything(),
        readinessProbe: expect.anything(),
      });
    }
  }
});

test('Sightline is alive while it answers, and ready when it has monitors to show', () => {
  const [container] = deployments[0]?.spec.template.spec.containers ?? [];
  expect(container).toMatchObject({
    livenessProbe: { httpGet: { path: '/api/health' } },
    readinessProbe: { httpGet: { path: '/api/health?ready=1' } },
  });
});

test('the product accepts the settings, with the secrets that the README names', () => {
  const settings = parseEnv(readFileSync(join(manifests, 'single/settings.env'), 'utf8'));
  const literals = kustomizationOf('replicas').configMapGenerator.flatMap(({ literals = [] }) => literals);
  const secrets = {
    MONITOR_API_KEY: 'key',
    SIGHTLINE_PASSWORD_HASH: cheapPasswordHash('a password'),
    SIGHTLINE_SESSION_SECRETS: 'a random text of at least 32 characters',
  };
  const environment = { ...environmentOf(stageNamed('production')), ...settings, ...secrets };
  const read = (more: Record<string, string | undefined>) =>
    parseEnvironment({ ...environment, ...more }, () => '');
  expect(read({})).toMatchObject({ dataDirectory: '/data', redis: null, access: { mode: 'password' } });
  expect(read(parseEnv(literals.join('\n')))).toMatchObject({
    redis: { url: 'redis://sightline-valkey:6379' },
  });
});
