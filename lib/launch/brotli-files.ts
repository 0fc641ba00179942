import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);

const types: Record<string, string> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};

export interface BrotliFiles {
  /** @returns whether the request was for one of the files, from someone who reads brotli, and has been answered */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** All that can be compressed is; until then, and for the rest, Next answers. */
  ready: Promise<void>;
}

/**
 * Serves scripts and styles of the build in brotli, a seventh smaller than the gzip that Next makes. Their names hold
 * their content, so each is compressed once, as well as can be, and kept: well under a megabyte for all of them.
 *
 * @param folder where the files are
 * @param prefix what their addresses begin with
 */
export function serveBrotli(folder: string, prefix: string): BrotliFiles {
  const held = new Map<string, { body: Buffer; type: string }>();

  async function compressAll(): Promise<void> {
    // One after the other: the first visitors need the processor too.
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const type = types[extname(name)];
      if (type === undefined) continue;
      const body = await compress(await readFile(join(folder, name)));
      held.set(`${prefix}/${name.replaceAll('\\', '/')}`, { body, type });
    }
  }

  return {
    ready: compressAll().catch(() => undefined),
    answer(request, response) {
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
    },
  };
}

function readsBrotli(accepted: string | string[] | undefined): boolean {
  const codings = String(accepted ?? '').split(',');
  return codings.some((coding) => /^\s*br\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/.test(coding));
}
