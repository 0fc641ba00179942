import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '../../lib/server/upstream/self-signed-certificate.fixtures.ts';
import { projectRoot } from '../support/products/server-process.ts';
import { findSystemProgram, nginxProgram } from '../support/runner/system-program.ts';

interface Addresses {
  http: number;
  https: number;
  /** `host:port` of each Sightline behind it. */
  behind: readonly string[];
  /** Where nginx finds and writes its files. */
  folder: string;
}

const read = (name: string) => readFileSync(join(projectRoot, 'docs/deploy', name), 'utf8');

const temporaryFolders = (folder: string) =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${folder}/${kind};`)
    .join('\n');

/**
 * Returns the configuration for several replicas without TLS, with other addresses.
 *
 * @param listen `host:port` on which nginx listens
 * @param replicas `host:port` of each replica
 * @param folder where nginx writes its files
 */
export function nginxConfig(listen: string, replicas: readonly string[], folder: string): string {
  const servers = replicas.map((replica) => `    server ${replica} max_fails=1 fail_timeout=5s;`).join('\n');
  const config = read('nginx.conf')
    .replace(/( {4}server \S+ max_fails[^\n]*\n)+/, `${servers}\n`)
    .replace(/listen \S+;/, `listen ${listen};`)
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
  'nginx.conf': ({ http, behind, folder }: Addresses) => nginxConfig(`127.0.0.1:${http}`, behind, folder),
};
export type ProxyConfiguration = keyof typeof configurations;

/** Starts nginx with a configuration of docs/deploy. If it terminates TLS, the certificate is self-signed. */
export function startNginx(
  name: ProxyConfiguration,
  { http, https, behind }: { http: number; https: number; behind: readonly { url: string }[] },
) {
  const program = findSystemProgram(nginxProgram);
  if (program === null) throw new Error('There is no nginx.');
  const folder = mkdtempSync(join(tmpdir(), 'sightline-proxy-'));
  const hosts = behind.map(({ url }) => new URL(url).host);
  writeFileSync(join(folder, 'nginx.conf'), configurations[name]({ http, https, behind: hosts, folder }));
  writeFileSync(join(folder, 'certificate'), selfSigned.cert);
  writeFileSync(join(folder, 'key'), selfSigned.key);
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  return {
    errors: () => errors,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
