import { expect, test } from 'vitest';
import { printableProxy, proxyFor } from './forward-proxy';

const proxies = {
  HTTP_PROXY: 'http://plain.example:3128',
  HTTPS_PROXY: 'http://me:a%40b@secure.example:8080',
};
const hostFor = (url: string, noProxy = '') =>
  proxyFor(new URL(url), { ...proxies, NO_PROXY: noProxy })?.host ?? null;

test('HTTPS_PROXY applies to https only, and HTTP_PROXY to http only', () => {
  expect(hostFor('https://api.example.com/v1')).toBe('secure.example:8080');
  expect(hostFor('http://api.example.com/v1')).toBe('plain.example:3128');
  const none = { HTTP_PROXY: '', HTTPS_PROXY: '', NO_PROXY: '' };
  expect(proxyFor(new URL('https://api.example.com'), none)).toBeNull();
  expect(proxyFor(new URL('https://api.example.com'), { ...none, HTTP_PROXY: 'p:1' })).toBeNull();
});

test.each([
  ['https://api.example.com', '*'],
  ['https://api.example.com', 'localhost, api.example.com'],
  ['https://api.example.com', 'other.example api.example.com'],
  ['https://api.example.com', 'example.com'],
  ['https://api.example.com', '.example.com'],
  ['https://api.example.com', '*.example.com'],
  ['https://API.example.com.', 'API.Example.Com'],
  ['https://api.example.com', 'example.com:443'],
  ['https://api.example.com:8443', 'example.com:8443'],
  ['http://api.example.com', '*:80'],
  ['https://10.1.2.3', '10.1.2.3'],
  ['https://10.1.2.3', '10.0.0.0/8'],
  ['https://10.1.2.3:8443', '10.0.0.0/8:8443'],
  ['https://[fd00::5]', 'fd00::5'],
  ['https://[fd00::5]', 'fd00::/8'],
  ['https://[fd00::5]:8443', '[fd00::5]:8443'],
  ['https://api.example.com', 'api.example.com.'],
  ['https://api.bücher.example', '.BÜCHER.example'],
])('%s is reached directly with NO_PROXY=%s', (url, noProxy) => {
  expect(hostFor(url, noProxy)).toBeNull();
});

test.each([
  ['https://api.example.com', ''],
  ['https://api.example.com', ','],
  ['https://notexample.com', 'example.com'],
  ['https://example.com', '*.example.com'],
  ['https://api.example.com', 'example.com:8443'],
  ['https://api.example.com', 'api'],
  ['https://11.1.2.3', '10.0.0.0/8'],
  ['https://10.1.2.3', '10.0.0.0/99'],
  ['https://10.1.2.3', '::/0'],
  // A space after the slash.
  ['https://10.1.2.3', '192.168.0.0/ 16'],
  ['https://api.example.com', '.'],
  ['https://ten.example', '10.0.0.0/8'],
])('%s is reached through the proxy with NO_PROXY=%s', (url, noProxy) => {
  expect(hostFor(url, noProxy)).toBe('secure.example:8080');
});

test('a proxy without a scheme is http; anything else is rejected without showing its password', () => {
  const withProxy = (value: string) =>
    proxyFor(new URL('https://api.example.com'), { HTTP_PROXY: '', HTTPS_PROXY: value, NO_PROXY: '' });
  expect(withProxy('proxy.example:3128')?.href).toBe('http://proxy.example:3128/');
  const values = ['socks5://me:secret@proxy.example', 'http://', 'http://me:secret@pro xy'];
  for (const value of [...values, 'http://me:50%secret@proxy.example:3128']) {
    expect(() => withProxy(value)).toThrow(/^HTTPS_PROXY must be the URL of a proxy(?!.*secret)/);
  }
});

test('the log names a proxy without its user and password', () => {
  expect(printableProxy(new URL('http://me:secret@proxy.example:3128/'))).toBe('http://proxy.example:3128');
});
