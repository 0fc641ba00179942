import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, get as plainGet } from 'node:http';
import { get as secureGet } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../lib/demo/free-port.ts';
import { selfSigned } from '../../lib/server/upstream/self-signed-certificate.fixtures.ts';
import { projectRoot } from '../support/products/server-process.ts';
import { nginxProgram, programPath } from '../support/runner/system-program.ts';
import { waitUntil } from '../support/wait-until.ts';

interface Addresses {
  http: number;
  https: number;
  /** `host:port` of each Sightline behind it. */
  behind: readonly string[];
  /** Where nginx finds and writes its files. */
  folder: string;
}

/** Two free ports, for a server with and without TLS. */
export const freePorts = async () => ({ http: await freePort(), https: await freePort() });

const read = (name: string) => readFileSync(join(projectRoot, 'docs/deploy', name), 'utf8');

const temporaryFolders = (folder: string) =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${folder}/${kind};`)
    .join('\n');

/** Returns the configuration for several replicas without TLS, with other addresses. */
function forReplicas({ http, behind, folder }: Addresses): string {
  const servers = behind.map((replica) => `    server ${replica} max_fails=1 fail_timeout=5s;`).join('\n');
  const config = read('nginx.conf')
    .replace(/( {4}server \S+ max_fails[^\n]*\n)+/, `${servers}\n`)
    .replace(/listen \S+;/, `listen 127.0.0.1:${http};`)
    .replace('http {', `http {\n  access_log off;\n${temporaryFolders(folder)}`);
  return `pid ${folder}/nginx.pid;\nerror_log stderr;\ndaemon off;\n${config}`;
}

/** Returns a file for nginx's folder of sites, with other addresses. Not all machines have IPv6. */
function asSite(name: string, { http, https, behind, folder }: Addresses): string {
  const site = read(name)
    .replace('127.0.0.1:3000', behind[0] ?? '')
    .replaceAll('/etc/nginx/sightline.crt', `${folder}/certificate`)
    .replaceAll('/etc/nginx/sightline.key', `${folder}/key`)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443', `listen 127.0.0.1:${https}`);
  return `pid ${folder}/nginx.pid;\ndaemon off;\nevents {}\nhttp {\n${temporaryFolders(folder)}\n${site}}\n`;
}

/** Each configuration of docs/deploy, with the addresses and files of a test and the main context that nginx needs. */
const configurations = {
  /** The configuration of Compose. `resolve` needs Docker's name server. */
  'nginx-tls.conf': ({ http, https, behind, folder }: Addresses) =>
    read('nginx-tls.conf')
      .replace(/replica-(\d):3000 resolve/g, (_, number: string) => behind[Number(number) - 1] ?? '')
      .replaceAll('/tmp/', `${folder}/`)
      .replaceAll('/run/secrets/tls-certificate', `${folder}/certificate`)
      .replaceAll('/run/secrets/tls-key', `${folder}/key`)
      .replace('listen 8080', `listen 127.0.0.1:${http}`)
      .replace('listen 8443', `listen 127.0.0.1:${https}`)
      .replace('events {}', 'daemon off;\nevents {}'),
  /** A file for nginx's folder of sites; the system has the rest. Not all machines have IPv6. */
  'nginx-one.conf': (addresses: Addresses) => asSite('nginx-one.conf', addresses),
  /** The same where the system's nginx compresses by itself, which makes each ETag weak. */
  'nginx-one.conf with gzip': (addresses: Addresses) =>
    asSite('nginx-one.conf', addresses).replace(
      'proxy_buffering off;',
      'proxy_buffering off;\nproxy_set_header Accept-Encoding "";\ngzip on;\ngzip_proxied any;\ngzip_types application/json;',
    ),
  /** The same for a product below a path. */
  'nginx-path.conf': (addresses: Addresses) => asSite('nginx-path.conf', addresses),
  /** Two replicas, without TLS. */
  'nginx.conf': forReplicas,
};
export type ProxyConfiguration = keyof typeof configurations;

/**
 * Starts nginx with a configuration of docs/deploy. If it terminates TLS, the certificate is self-signed.
 *
 * @param change shortens the times of the configuration
 */
export function startNginx(
  name: ProxyConfiguration,
  { http, https, behind }: { http: number; https: number; behind: readonly { url: string }[] },
  change = (configuration: string) => configuration,
) {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-proxy-'));
  const addresses = { http, https, behind: behind.map(({ url }) => new URL(url).host), folder };
  writeFileSync(join(folder, 'nginx.conf'), change(configurations[name](addresses)));
  writeFileSync(join(folder, 'certificate'), selfSigned.cert);
  writeFileSync(join(folder, 'key'), selfSigned.key);
  const child = spawn(programPath(nginxProgram), [
    '-p',
    folder,
    '-c',
    join(folder, 'nginx.conf'),
    '-e',
    'stderr',
  ]);
  // Also stops nginx when a test ends before it does so itself.
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return {
    url: name === 'nginx.conf' ? `http://localhost:${http}` : `https://localhost:${https}`,
    errors: () => errors,
    async stop() {
      process.off('exit', kill);
      kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Sends a GET request through a proxy with a self-signed certificate. Redirects are not followed. The headers may
 * include `Host`, which neither a browser nor `fetch` would send.
 */
export async function askProxy(url: string, headers: Record<string, string> = {}) {
  const request = url.startsWith('https:')
    ? secureGet(url, { headers, rejectUnauthorized: false })
    : plainGet(url, { headers });
  const [response] = await once(request, 'response');
  response.resume();
  const { statusCode, headers: received }: IncomingMessage = response;
  return { status: statusCode, headers: received };
}

/** Waits until a proxy answers and the products behind it have monitors to show. @param origin with the base path */
export async function waitForProxy(origin: string): Promise<void> {
  const status = () =>
    askProxy(`${origin}/api/health?ready=1`).then(
      (response) => response.status,
      () => 0,
    );
  await waitUntil(status, (found) => found === 200, 'the proxy answers, and monitors can be shown');
}
