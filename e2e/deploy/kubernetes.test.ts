import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { cheapPasswordHash } from '../../lib/server/auth/password-hash.fixtures.ts';
import { parseEnvironment } from '../../lib/server/env.ts';
import { projectRoot } from '../support/products/server-process.ts';
import { isMissing, kubectlProgram } from '../support/runner/system-program.ts';
import { environmentOf, stageNamed } from './dockerfile.ts';
import {
  containerOf,
  filesOf,
  kustomizationOf,
  manifests,
  rendered,
  resourcesOf,
  typeErrors,
} from './kubernetes.ts';

/** The folders with resources, and one folder that only patches resources of another. */
const withResources = ['single', 'replicas'];
const folders = ['local', ...withResources];
const noKubectl = isMissing(kubectlProgram);
const labels = z.record(z.string(), z.string());
const workloadSchema = z.looseObject({
  kind: z.enum(['Deployment', 'StatefulSet']),
  spec: z.object({
    selector: z.object({ matchLabels: labels }),
    template: z.object({
      metadata: z.object({ labels }),
      spec: z.looseObject({ securityContext: z.unknown(), containers: z.array(z.looseObject({})) }),
    }),
  }),
});
const workloads = withResources
  .flatMap(resourcesOf)
  .flatMap((document) => workloadSchema.safeParse(document).data ?? []);

const nameOf = (metadata: unknown) => z.object({ name: z.string() }).parse(metadata).name;

test.each(folders)(
  'the manifests of %s have the form that Kubernetes publishes',
  { tags: 'deep' },
  (name) => {
    const documents = noKubectl ? resourcesOf(name) : rendered(name);
    expect(typeErrors(documents)).toBe('');
  },
);

test.skipIf(noKubectl).each(folders)('kubectl renders %s', { tags: 'deep' }, (name) => {
  const documents = rendered(name);
  const deployment = documents.find(
    ({ kind, metadata }) => kind === 'Deployment' && nameOf(metadata) === 'sightline',
  );
  expect(deployment).toMatchObject(
    name === 'replicas'
      ? { spec: { replicas: 2, strategy: { type: 'RollingUpdate' } } }
      : { spec: { replicas: 1, strategy: { type: 'Recreate' } } },
  );
  const claims = documents.filter(({ kind }) => kind === 'PersistentVolumeClaim');
  expect(claims.map(({ metadata }) => nameOf(metadata))).toEqual(name === 'replicas' ? [] : ['sightline']);
});

test.each(folders)('the kustomization of %s names each of its files', (name) => {
  const { resources, configMapGenerator, patches } = kustomizationOf(name);
  const envs = configMapGenerator.flatMap((generator) => generator.envs ?? []);
  const named = [...resources, ...envs, ...patches.map(({ path }) => path)].filter(
    (file) => !file.startsWith('..'),
  );
  expect(named.sort()).toEqual(filesOf(name).sort());
});

test('every selector selects the pods of exactly one workload', () => {
  const selector = z.union([
    z
      .object({ spec: z.object({ selector: z.object({ matchLabels: labels }) }) })
      .transform(({ spec }) => spec.selector.matchLabels),
    z
      .object({ spec: z.object({ podSelector: z.object({ matchLabels: labels }) }) })
      .transform(({ spec }) => spec.podSelector.matchLabels),
    z.object({ spec: z.object({ selector: labels }) }).transform(({ spec }) => spec.selector),
  ]);
  const selectors = withResources.flatMap(resourcesOf).flatMap((document) => {
    const { data } = selector.safeParse(document);
    return data === undefined ? [] : [data];
  });
  expect(selectors.length).toBe(6);
  for (const wanted of selectors) {
    const selected = workloads.filter(({ spec }) =>
      Object.entries(wanted).every(([name, value]) => spec.template.metadata.labels[name] === value),
    );
    expect(selected).toHaveLength(1);
  }
});

test('every container runs without privileges and has limits', () => {
  expect(workloads).toHaveLength(2);
  for (const { spec } of workloads) {
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
  const [container] = workloads[0]?.spec.template.spec.containers ?? [];
  expect(container).toMatchObject({
    livenessProbe: { httpGet: { path: '/api/health' } },
    readinessProbe: { httpGet: { path: '/api/health?ready=1' } },
  });
});

/** The settings of a folder, as the product reads them with the secrets that the README names. */
function configurationOf(name: string) {
  const settings = parseEnv(readFileSync(join(manifests, 'single/settings.env'), 'utf8'));
  const literals = kustomizationOf(name).configMapGenerator.flatMap(({ literals = [] }) => literals);
  const secrets = {
    SIGHTLINE_PASSWORD_HASH: cheapPasswordHash('a password'),
    SIGHTLINE_SESSION_SECRETS: 'a random text of at least 32 characters',
  };
  return parseEnvironment(
    {
      ...environmentOf(stageNamed('production')),
      ...settings,
      ...parseEnv(literals.join('\n')),
      ...(name === 'local' ? { HOSTNAME: '127.0.0.1' } : secrets),
    },
    (path) => (path === '/run/secrets/sightline-api-key/key' ? 'key' : ''),
  );
}

test('the product accepts the settings', () => {
  const upstream = { apiKey: 'key' };
  expect(configurationOf('single')).toMatchObject({
    ...{ upstream, dataDirectory: '/data', databaseUrl: null, access: { mode: 'password' } },
  });
  expect(configurationOf('replicas')).toMatchObject({
    databaseUrl: 'postgres://sightline@sightline-postgres/sightline',
  });
  expect(configurationOf('local')).toMatchObject({ upstream, access: { mode: 'none', exposed: false } });
});

test.skipIf(noKubectl).each(['single', 'local'])(
  'the documents create the secrets that %s mounts or reads',
  { tags: 'deep' },
  (name) => {
    const documents = rendered(name);
    const text = ['README.md', 'docs/operations.md'].map((file) =>
      readFileSync(join(projectRoot, file), 'utf8'),
    );
    const created = [...text.join('').matchAll(/kubectl create secret \w+ ([\w-]+)/g)].map(
      ([, secret]) => secret,
    );
    const used = [...JSON.stringify(documents).matchAll(/"(?:secretRef":\{"name|secretName)":"([\w-]+)"/g)];
    const names = new Set(used.map(([, secret]) => secret));
    expect(names.has('sightline')).toBe(name === 'single');
    for (const secret of names) expect(created).toContain(secret);
  },
);

test.skipIf(noKubectl)(
  'without sign-in only users who may forward ports can reach it',
  { tags: 'deep' },
  () => {
    const documents = rendered('local');
    expect(documents.map(({ kind }) => kind).sort()).toEqual([
      ...['ConfigMap', 'Deployment', 'PersistentVolumeClaim', 'PodDisruptionBudget'],
    ]);
    const container = containerOf(documents, 'sightline');
    expect(container).toMatchObject({ env: [{ name: 'HOSTNAME', value: '127.0.0.1' }] });
    expect(Object.keys(container ?? {}).filter((key) => key.endsWith('Probe'))).toEqual([]);
  },
);

test('the data of PostgreSQL is on a volume', () => {
  const workload = resourcesOf('replicas').find(({ kind }) => kind === 'StatefulSet');
  const mounted = [{ name: 'data', mountPath: '/var/lib/postgresql' }];
  expect(workload).toMatchObject({
    spec: {
      template: { spec: { containers: [{ volumeMounts: expect.arrayContaining(mounted) }] } },
      volumeClaimTemplates: [{ metadata: { name: 'data' } }],
    },
  });
});
