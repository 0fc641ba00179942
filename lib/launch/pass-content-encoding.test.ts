import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { contentEncodingHeader } from '../process/content-encoding';
import { passContentEncoding } from './pass-content-encoding';

test('the internal header is sent as Content-Encoding, and other headers are unchanged', () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  passContentEncoding(response);
  // Next sets the headers of a route handler's response in this form.
  response.setHeader(contentEncodingHeader, ['br']);
  response.setHeader('ETag', '"a"');
  expect(response.getHeaders()).toEqual({ 'content-encoding': 'br', etag: '"a"' });
});
