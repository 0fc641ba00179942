import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';
import type { HeaderValues } from './security-headers.ts';

/** Responds to a request for a build file. @returns whether it responded */
export type ServeFile = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Scripts, styles and fonts. A browser can open other files as documents, which need more headers: Next serves them. */
const filePath = /^\/_next\/static(\/[^?]+\.(?:js|css|woff2))$/;
/** The names of build files contain a hash of their content. */
const caching = 'public, max-age=31536000, immutable';

/**
 * Serves the build files in a folder. Prefers the files that the build has compressed (build.ts).
 *
 * @param headers additional headers of each file
 */
export function createStaticFiles(folder: string, headers: HeaderValues): ServeFile {
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders(response) {
      response.setHeaders(new Map(Object.entries({ ...headers, 'Cache-Control': caching })));
    },
  });
  return (request, response) => {
    const { url = '', method = '' } = request;
    const path = filePath.exec(url)?.[1];
    if (path === undefined || !['GET', 'HEAD'].includes(method)) return false;
    // sirv fails on a range that ends before it begins. Servers may ignore ranges (RFC 9110, 14.2).
    delete request.headers.range;
    // sirv lists the files once. A response with a file that a later build has removed would never end.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    let isServed = true;
    request.url = path;
    serve(request, response, () => {
      isServed = false;
    });
    request.url = url;
    return isServed;
  };
}
