import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const example = fileURLToPath(new URL('../../docs/deploy/nginx.conf', import.meta.url));

/**
 * Returns the example configuration of docs/deploy for other addresses.
 *
 * @param listen `host:port` on which nginx listens
 * @param replicas `host:port` of each replica
 * @param folder where nginx writes its files
 */
export function nginxConfig(listen: string, replicas: readonly string[], folder: string): string {
  const servers = replicas.map((replica) => `    server ${replica} max_fails=1 fail_timeout=5s;`).join('\n');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${folder}/${kind};`)
    .join('\n');
  const config = readFileSync(example, 'utf8')
    .replace(/( {4}server \S+ max_fails[^\n]*\n)+/, `${servers}\n`)
    .replace(/listen \S+;/, `listen ${listen};`)
    .replace('http {', `http {\n  access_log off;\n${temporary}`);
  return `pid ${folder}/nginx.pid;\nerror_log stderr;\ndaemon off;\n${config}`;
}
