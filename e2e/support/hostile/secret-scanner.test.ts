import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createScanner } from './secret-scanner';

const secret = 'sk/Live+7f3k<Q9&zz="w\\x\'';
const hitsIn = (text: string | Buffer) => {
  const scanner = createScanner({ key: secret });
  scanner.scan('here', text);
  return scanner.hits();
};

const hex = Buffer.from(secret).toString('hex');
const disguises: Record<string, string | Buffer> = {
  raw: secret,
  'in a JSON response': JSON.stringify({ error: `Bearer ${secret}` }),
  'in JSON in JSON': JSON.stringify({ props: JSON.stringify({ key: secret }) }),
  'in a URL': `/?key=${encodeURIComponent(secret)}`,
  'in a URL, lower case': `/?key=${encodeURIComponent(secret).toLowerCase()}`
    .replace('live', 'Live')
    .replace('q9', 'Q9'),
  'in a form': new URLSearchParams({ key: secret }).toString(),
  hex,
  HEX: hex.toUpperCase(),
  'each byte in percent': hex.replace(/../g, '%$&'),
  'each byte in PERCENT': hex.toUpperCase().replace(/../g, '%$&'),
  reversed: [...secret].reverse().join(''),
  'in HTML': '<p>sk/Live+7f3k&lt;Q9&amp;zz=&quot;w\\x&#x27;</p>',
  'in a script': `"${secret.replace(/[<>&'"\\/+=]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)}"`,
  'UTF-16': Buffer.from(secret, 'utf16le'),
  'its first half': `key ${secret.slice(0, 12)}…`,
  'its second half': `key …${secret.slice(12)}`,
};

test.each(Object.entries(disguises))('row 46: a secret is found: %s', (_name, text) => {
  expect(hitsIn(text)).not.toEqual([]);
});

test('row 46: a secret is found in base64 with any data before and after it, padded or not', () => {
  const around = fc.uint8Array({ maxLength: 20 });
  fc.assert(
    fc.property(
      around,
      around,
      fc.constantFrom('base64', 'base64url'),
      fc.boolean(),
      (before, behind, kind, bare) => {
        const encoded = Buffer.concat([before, Buffer.from(secret), behind]).toString(kind);
        const text = bare ? encoded.replace(/=+$/, '') : encoded;
        expect(hitsIn(`{"data":"${text}"}`)).not.toEqual([]);
      },
    ),
  );
});

test('a hit names the secret, its form and the place, without the secret itself', () => {
  expect(hitsIn(`a ${secret} b`)).toContain('key as raw in here');
  expect(hitsIn(hex)).toEqual(['key as hex in here']);
});

test('a text without secrets has no hits, and its bytes are counted', () => {
  const scanner = createScanner({ key: secret });
  scanner.scan('text', 'nothing — at all');
  scanner.scan('bytes', gzipSync('nothing'));
  expect(scanner.hits()).toEqual([]);
  expect(scanner.bytes()).toBe(Buffer.byteLength('nothing — at all') + gzipSync('nothing').length);
});
