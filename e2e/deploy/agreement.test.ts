import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/products/server-process.ts';
import { interpolate, secrets, services } from './compose.ts';
import { environmentOf, lastOf, stageNamed } from './dockerfile.ts';
import { podOf, resourcesOf } from './kubernetes.ts';

// Dockerfile, compose.yaml, nginx, Kubernetes and the documents share numbers, paths and names. These tests compare
// them.
const read = (name: string) => readFileSync(join(projectRoot, name), 'utf8');
const documents = read('README.md') + read('docs/operations.md');
const production = stageNamed('production');
const image = environmentOf(production);
const manifests = resourcesOf('single');
const pod = podOf(manifests, 'sightline');
const container = pod?.containers[0];
const proxy = read('docs/deploy/nginx-tls.conf');

/** The first group of every match. */
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, group = '']) => group);

/** Returns the part inside the container of published ports and mounts (`a:b:c`). */
const insideOf = (entries: readonly string[], from: number) =>
  entries.map((entry) => entry.split(':').at(from) ?? '');

const replicas = Object.keys(services).filter((name) => /^replica-\d+$/.test(name));
const servers = all(proxy, /^\s*server (\S+:\d+)/gm).map((server) => server.split(':'));

test('the port of the image is the one that Kubernetes, Compose, nginx and the documents use', () => {
  const port = image.PORT ?? '';
  expect(port).toMatch(/^\d+$/);
  expect(lastOf(production, 'EXPOSE')).toBe(port);
  expect(container?.ports).toEqual([{ name: 'http', containerPort: Number(port) }]);
  for (const name of ['demo', 'single']) expect(insideOf(services[name]?.ports ?? [], -1)).toEqual([port]);
  expect(new Set(servers.map(([, number]) => number))).toEqual(new Set([port]));
  const published = insideOf(services.single?.ports ?? [], 1);
  expect(all(read('docs/deploy/nginx-one.conf'), /^\s*server 127\.0\.0\.1:(\d+);/gm)).toEqual(published);
  const run = all(documents, / -p 127\.0\.0\.1:\d+:(\d+) /g);
  const forward = all(documents, /kubectl port-forward \S+ (\d+)\n/g);
  expect(run.length).toBeGreaterThan(0);
  expect(forward.length).toBeGreaterThan(0);
  expect(new Set([...run, ...forward])).toEqual(new Set([port]));
});

test('probes, Service and Ingress use the name of the port', () => {
  const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((name) => container?.[name]);
  for (const probe of probes) expect(probe).toMatchObject({ httpGet: { port: 'http' } });
  const ports = [{ name: 'http', targetPort: 'http' }];
  expect(manifests.find(({ kind }) => kind === 'Service')).toMatchObject({ spec: { ports } });
  const paths = [{ backend: { service: { name: 'sightline', port: { name: 'http' } } } }];
  expect(manifests.find(({ kind }) => kind === 'Ingress')).toMatchObject({
    spec: { rules: [{ http: { paths } }] },
  });
});

test('Compose publishes the ports that its proxy listens on', () => {
  const listening = all(proxy, /^\s*listen (\d+)/gm);
  expect(listening).toHaveLength(2);
  expect(insideOf(services.proxy?.ports ?? [], -1)).toEqual(listening);
});

test('the proxy distributes requests to the replicas of Compose, and waits for each', () => {
  expect(replicas).toHaveLength(2);
  expect(servers.map(([name]) => name)).toEqual(replicas);
  expect(Object.keys(services.proxy?.depends_on ?? {})).toEqual(replicas);
});

test('the proxy reads its certificate where Compose mounts it', () => {
  const files = all(proxy, /^\s*ssl_certificate\w* (\S+);/gm);
  expect(files).toEqual(services.proxy?.secrets.map((name) => `/run/secrets/${name}`));
});

test('the pod runs as the user of the image, who owns the folder of the data', () => {
  const { runAsUser, runAsGroup, fsGroup } = pod?.securityContext ?? {};
  const user = lastOf(production, 'USER');
  expect(`${runAsUser}:${runAsGroup}`).toBe(user);
  expect(String(fsGroup)).toBe(user.split(':')[1]);
  expect(lastOf(production, 'RUN')).toContain(`chown ${user} ${lastOf(production, 'VOLUME')}`);
});

test('the volume of the image is where the product writes, and where data is mounted', () => {
  const folder = lastOf(production, 'VOLUME');
  expect(image.SIGHTLINE_DATA_DIR).toBe(folder);
  expect(container?.volumeMounts.find(({ name }) => name === 'data')?.mountPath).toBe(folder);
  expect(services.single?.volumes).toContain(`data:${folder}`);
  expect(all(documents, / -v sightline-data:(\S+)/g)).toEqual([folder]);
});

test('a read-only file system has a temporary directory, which a base path needs', () => {
  const temporary = container?.volumeMounts.find(({ mountPath }) => mountPath === '/tmp')?.name;
  expect(pod?.volumes.map(({ name }) => name)).toContain(temporary);
  for (const name of ['demo', 'single', ...replicas]) expect(services[name]?.tmpfs).toEqual(['/tmp']);
});

/** Returns the paths in the pod of those keys of a secret that the documents create. */
function filesInPod(secret: string): string[] {
  const volume = pod?.volumes.find((one) => one.secret?.secretName === secret)?.name;
  const mount = container?.volumeMounts.find(({ name }) => name === volume)?.mountPath ?? '';
  const creation = new RegExp(`kubectl create secret generic ${secret} --from-(?:file|literal)=(\\w+)=`, 'g');
  return all(documents, creation).map((key) => posix.join(mount, key));
}

test('in Kubernetes the files of the settings are keys of the secrets that are mounted', () => {
  const text = read('docs/deploy/kubernetes/single/settings.env');
  // The tokens are an example that users can activate.
  const settings = parseEnv(text.replace(/^#(?=[A-Z_]+=)/gm, ''));
  expect([settings.MONITOR_API_KEY_FILE]).toEqual(filesInPod('sightline-api-key'));
  expect([settings.SIGHTLINE_API_TOKENS_FILE]).toEqual(filesInPod('sightline-tokens'));
});

test('in Compose the files of the settings are in secrets and volumes that are mounted', () => {
  const [tokens = ''] = all(read('compose.yaml'), /^ *# (\S+), for a file secrets\/tokens\/tokens\.$/gm);
  expect(all(documents, /`SIGHTLINE_API_TOKENS_FILE` is `(.+?)`/g)).toEqual([tokens]);
  for (const name of ['single', ...replicas]) {
    const service = services[name];
    const { MONITOR_API_KEY_FILE } = interpolate(service?.environment ?? {}, {});
    expect(service?.secrets.map((secret) => `/run/secrets/${secret}`)).toEqual([MONITOR_API_KEY_FILE]);
    expect(insideOf(service?.volumes ?? [], 1)).toContain(posix.dirname(tokens));
  }
});

test('the documents create each file of the secrets of Compose', () => {
  const created = [
    ...all(documents, /> (secrets\/[\w.-]+) /g),
    ...all(documents, /-(?:keyout|out) (secrets\/[\w.-]+)/g),
  ];
  for (const { file } of Object.values(secrets)) expect(created).toContain(posix.normalize(file));
});
