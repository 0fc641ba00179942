import type { ServerResponse } from 'node:http';
import { contentEncodingHeader } from '../process/content-encoding.ts';

/**
 * Sends the encoding that a route handler sets in an internal header as `Content-Encoding`, which Next would
 * remove (lib/process/content-encoding.ts). Next does not compress a body that has this header.
 */
export function passContentEncoding(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name.toLowerCase() === contentEncodingHeader
      ? setHeader('Content-Encoding', String(value))
      : setHeader(name, value);
}
