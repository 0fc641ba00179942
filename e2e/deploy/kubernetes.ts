import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { projectRoot } from '../support/products/server-process.ts';
import { kubectlProgram, programPath } from '../support/runner/system-program.ts';

export const manifests = join(projectRoot, 'docs/deploy/kubernetes');

const documentSchema = z.looseObject({ apiVersion: z.string(), kind: z.string() });
export type Manifest = z.infer<typeof documentSchema>;

const kustomizationSchema = z.object({
  resources: z.array(z.string()),
  configMapGenerator: z.array(
    z.object({ envs: z.array(z.string()).optional(), literals: z.array(z.string()).optional() }),
  ),
  images: z.array(z.object({ name: z.string(), newName: z.string(), newTag: z.string() })).optional(),
  patches: z.array(z.object({ path: z.string() })).default([]),
});

/** The kustomization.yaml of a folder. */
export function kustomizationOf(name: string): z.infer<typeof kustomizationSchema> {
  return kustomizationSchema.parse(parse(readFileSync(join(manifests, name, 'kustomization.yaml'), 'utf8')));
}

/** The documents of a YAML text. */
function documentsOf(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => documentSchema.parse(document.toJS()));
}

/** The resources that a kustomization lists in its own folder. All resources of `local` are in `single`. */
export function resourcesOf(name: string): Manifest[] {
  return kustomizationOf(name)
    .resources.filter((resource) => resource.endsWith('.yaml'))
    .flatMap((resource) => documentsOf(readFileSync(join(manifests, name, resource), 'utf8')));
}

const containerSchema = z.looseObject({
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  volumeMounts: z
    .array(z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() }))
    .default([]),
});
const podSchema = z.object({
  securityContext: z.object({ runAsUser: z.number(), runAsGroup: z.number(), fsGroup: z.number() }),
  containers: z.tuple([containerSchema]),
  volumes: z
    .array(z.object({ name: z.string(), secret: z.object({ secretName: z.string() }).optional() }))
    .default([]),
});
const deploymentSchema = z.object({
  kind: z.literal('Deployment'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({ template: z.object({ spec: podSchema }) }),
});

/** The pod of the deployment with this name. */
export function podOf(documents: readonly Manifest[], name: string): z.infer<typeof podSchema> | undefined {
  return documents
    .flatMap((document) => deploymentSchema.safeParse(document).data ?? [])
    .find(({ metadata }) => metadata.name === name)?.spec.template.spec;
}

/** The container of the deployment with this name. */
export function containerOf(documents: readonly Manifest[], name: string) {
  return podOf(documents, name)?.containers[0];
}

/** Returns the output of `kubectl kustomize` for a folder. @throws Error when it fails, or there is no kubectl */
export function rendered(name: string): Manifest[] {
  const args = ['kustomize', join(manifests, name)];
  const { status, stdout, stderr } = spawnSync(programPath(kubectlProgram), args, { encoding: 'utf8' });
  if (status !== 0 || stderr !== '') throw new Error(`kubectl kustomize ${name}: ${stderr}`);
  return documentsOf(stdout);
}

const typeOf = ({ apiVersion, kind }: Manifest) => `${apiVersion}/${kind}`;

/**
 * Type-checks the documents as literals of their types, which are generated from the schemas that Kubernetes publishes.
 * @returns TypeScript's errors
 */
export function typeErrors(documents: readonly Manifest[]): string {
  const cache = join(projectRoot, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'sightline-manifests-'));
  const lines = documents.map(
    (document, n) =>
      `export const manifest${n}: import('kubernetes-models/${typeOf(document)}').I${document.kind} = ${JSON.stringify(document, null, 1)};`,
  );
  writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['manifests.ts'] }));
  const compiler = join(projectRoot, 'node_modules/.bin/tsc');
  const { stdout, stderr } = spawnSync(compiler, ['--pretty', 'false', '-p', folder], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return stdout + stderr;
}

/** The names of all files of a folder. */
export function filesOf(name: string): string[] {
  return readdirSync(join(manifests, name)).filter((file) => file !== 'kustomization.yaml');
}
