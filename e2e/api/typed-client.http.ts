/** @module-tag deep */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { compileWithClient, readEverything, runWithClient } from '../support/http/typed-client.ts';
import { test as base } from '../support/products/http-test.ts';
import { projectRoot } from '../support/products/server-process.ts';

const metricsToken = 'a-token-of-sixteen-letters';

/** A folder for the client. It is below the project, whose packages the client's type check finds. */
const test = base.extend('folder', ({}, { onCleanup }) => {
  const results = join(projectRoot, 'test-results');
  mkdirSync(results, { recursive: true });
  const folder = mkdtempSync(join(results, 'client-'));
  onCleanup(() => rmSync(folder, { recursive: true }));
  return folder;
});

test('a client generated from the document reads every endpoint, with its types', async ({
  startTokenStack,
  folder,
}) => {
  const { product, tokens } = await startTokenStack(undefined, {
    env: { SIGHTLINE_METRICS_TOKEN: metricsToken },
  });
  const headers = tokens.headers('grafana');
  const { text } = await ask(`${product.url}/api/openapi.json`, { headers });
  const document = JSON.parse(text);
  // `@ts-expect-error` in the program fails the check where the types would accept anything.
  expect(await compileWithClient(folder, document, readEverything)).toMatchObject({ code: 0, output: '' });
  const token = headers.Authorization.replace('Bearer ', '');
  const { code, output, errors } = await runWithClient(folder, product.url, token, metricsToken);
  expect(code, errors).toBe(0);
  const { requested, ...read } = JSON.parse(output);
  expect(read).toEqual({
    total: expect.any(Number),
    state: 'complete',
    described: true,
    rows: expect.any(Number),
    slotSeconds: 3600,
    kinds: expect.any(Number),
    count: expect.any(Number),
    file: expect.any(Number),
    fleet: 900,
    left: 'number',
    health: { status: 'ok' },
    openapi: '3.1.1',
    metrics: '# HELP',
    refused: 403,
    rules: expect.any(Number),
    notWell: 'number',
    reported: 'number',
    lines: expect.any(Number),
    views: 0,
    feed: '<?xml',
    status: expect.stringMatching(/^(up|degraded|down)$/),
    badge: '<svg',
    unused: 3,
  });
  const reads = Object.keys(document.paths).filter((path) => 'get' in document.paths[path]);
  expect(requested).toEqual(expect.arrayContaining(reads.map((path) => `GET ${path}`)));
});

test('the type check fails when a change of the document breaks clients', { tags: 'nightly' }, async ({
  tokenStack,
  folder,
}) => {
  const { product, tokens } = tokenStack;
  const { text } = await ask(`${product.url}/api/openapi.json`, { headers: tokens.headers('cron') });
  const changed = JSON.parse(text.replaceAll('"slot_s"', '"slot_seconds"'));
  const { code, output } = await compileWithClient(folder, changed, readEverything);
  expect(code).not.toBe(0);
  expect(output).toContain("'slot_s' does not exist");
});
