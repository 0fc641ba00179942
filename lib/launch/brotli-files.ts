import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

const types: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};

/** @returns whether the request was for one of the files, from someone who reads brotli, and has been answered */
export type AnswerFile = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Serves scripts and styles in the brotli that the build made of them (build.ts), a seventh smaller than the gzip that
 * Next makes. All of them together are well under a megabyte and are kept in memory. What is not there Next answers.
 *
 * @param folder where the files are
 * @param prefix what their addresses begin with
 */
export function serveBrotli(folder: string, prefix: string): AnswerFile {
  const held = new Map<string, { body: Buffer; type: string }>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const plain = name.slice(0, -'.br'.length);
    const type = types[extname(plain)];
    if (extname(name) !== '.br' || type === undefined) continue;
    held.set(`${prefix}/${plain.replaceAll('\\', '/')}`, { body: readFileSync(join(folder, name)), type });
  }

  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const file = held.get(request.url ?? '');
    if (file === undefined || !readsBrotli(request.headers['accept-encoding'])) return false;
    response.writeHead(200, {
      'Content-Type': file.type,
      'Content-Encoding': 'br',
      'Content-Length': file.body.length,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
    });
    response.end(request.method === 'HEAD' ? undefined : file.body);
    return true;
  };
}

function readsBrotli(accepted: string | string[] | undefined): boolean {
  const codings = String(accepted ?? '').split(',');
  return codings.some((coding) => /^\s*br\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/.test(coding));
}
