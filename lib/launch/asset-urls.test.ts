import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { assetUrls } from './asset-urls';

const folder = mkdtempSync(join(tmpdir(), 'sightline-built-'));
mkdirSync(join(folder, 'chunks'));
for (const name of ['chunks/a.js', 'b.css', 'c.woff2', 'd.svg', 'e.html', 'f.js.map']) {
  writeFileSync(join(folder, name), '');
}
afterAll(() => rmSync(folder, { recursive: true }));

test('lists the URLs of scripts, styles and fonts, but of no file that a browser can open as a document', () => {
  expect([...assetUrls(folder, '/static')].sort()).toEqual([
    '/static/b.css',
    '/static/c.woff2',
    '/static/chunks/a.js',
  ]);
});
