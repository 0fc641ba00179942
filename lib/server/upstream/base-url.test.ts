import { describe, expect, it } from 'vitest';
import { parseBaseUrl } from './base-url';

const strict = { allowInsecureHttp: false };

describe('parseBaseUrl', () => {
  it.each([
    ['https://api.example.com/v1', 'https://api.example.com/v1'],
    ['https://api.example.com/v1/', 'https://api.example.com/v1'],
    [' HTTPS://API.example.com:8443/monitoring/v1\n', 'https://api.example.com:8443/monitoring/v1'],
    ['http://127.0.0.1:4000/v1', 'http://127.0.0.1:4000/v1'],
    ['http://127.9.8.7/v1', 'http://127.9.8.7/v1'],
    ['http://0x7f.1/v1', 'http://127.0.0.1/v1'],
    ['http://[0:0:0:0:0:0:0:1]:4000/v1', 'http://[::1]:4000/v1'],
    ['http://localhost:4000/v1', 'http://localhost:4000/v1'],
    ['http://api.localhost/v1', 'http://api.localhost/v1'],
  ])('accepts %j', (text, href) => {
    expect(parseBaseUrl(text, strict).href).toBe(href);
  });

  it.each([
    ['', 'must start with http:// or https://'],
    ['api.example.com/v1', 'must start with http:// or https://'],
    ['ftp://api.example.com/v1', 'must start with http:// or https://'],
    ['https:api.example.com/v1', 'must start with http:// or https://'],
    ['https://api.example.com:99999/v1', 'is not a URL'],
    ['https://user@api.example.com/v1', 'must not contain a user name or password'],
    ['https://:secret@api.example.com/v1', 'must not contain a user name or password'],
    ['https://api.example.com/v1?page=1', 'must not contain a query or fragment'],
    ['https://api.example.com/v1?', 'must not contain a query or fragment'],
    ['https://api.example.com/v1#top', 'must not contain a query or fragment'],
    ['https://api.example.com', 'must end in /v1'],
    ['https://api.example.com/v2', 'must end in /v1'],
    ['https://api.example.com/xv1', 'must end in /v1'],
    ['https://api.example.com/v1//', 'must end in /v1'],
    ['https://api.example.com/v1/monitors', 'must end in /v1'],
  ])('refuses %j: it %s', (text, problem) => {
    expect(() => parseBaseUrl(text, strict)).toThrow(`MONITOR_API_BASE_URL ${problem}.`);
  });

  it.each([
    'http://api.example.com/v1',
    'http://10.0.0.1/v1',
    'http://localhost.example.com/v1',
    'http://127.0.0.1.example.com/v1',
    'http://[::ffff:8.8.8.8]/v1',
  ])('refuses unencrypted %s unless allowed', (text) => {
    expect(() => parseBaseUrl(text, strict)).toThrow('SIGHTLINE_ALLOW_INSECURE_UPSTREAM=1');
    expect(parseBaseUrl(text, { allowInsecureHttp: true }).protocol).toBe('http:');
  });

  it('never repeats the value', () => {
    const parse = () => parseBaseUrl('https://user:hunter2@api.example.com/v1', strict);
    expect(parse).toThrow(expect.not.objectContaining({ message: expect.stringContaining('hunter2') }));
  });
});
