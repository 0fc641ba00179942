import type { ServerResponse } from 'node:http';
import { contentEncodingHeader } from '../content-encoding.ts';

/** Sends the encoding that a route handler names as `Content-Encoding`. Next's own compression then leaves the body alone. */
export function passContentEncoding(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) =>
    name.toLowerCase() === contentEncodingHeader
      ? setHeader('Content-Encoding', String(value))
      : setHeader(name, value);
}
