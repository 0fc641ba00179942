import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { contentEncodingHeader } from '../content-encoding';
import { passContentEncoding } from './pass-content-encoding';

test('the encoding that a handler names is sent under its own name, all else as it is', () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  passContentEncoding(response);
  // As Next sets what a route handler answers.
  response.setHeader(contentEncodingHeader, ['br']);
  response.setHeader('ETag', '"a"');
  expect(response.getHeaders()).toEqual({ 'content-encoding': 'br', etag: '"a"' });
});
