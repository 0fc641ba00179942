/** @module-tag deep */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ask } from '../support/http/read.ts';
import { compileWithClient, program, runWithClient } from '../support/http/typed-client.ts';
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

test('a client generated from the document reads JSON, text and files, with its types', async ({
  startTokenStack,
  folder,
}) => {
  const { product, tokens } = await startTokenStack(undefined, {
    env: { SIGHTLINE_METRICS_TOKEN: metricsToken },
  });
  const headers = tokens.headers('grafana');
  const { text } = await ask(`${product.url}/api/openapi.json`, { headers });
  // `@ts-expect-error` in the program fails the check where the types would accept anything.
  expect(await compileWithClient(folder, JSON.parse(text), program)).toMatchObject({ code: 0, output: '' });
  const token = headers.Authorization.replace('Bearer ', '');
  const { code, output, errors } = await runWithClient(folder, product.url, token, metricsToken);
  expect(code, errors).toBe(0);
  const read = JSON.parse(output);
  expect(read).toEqual({
    total: expect.any(Number),
    state: 'complete',
    described: true,
    rows: expect.any(Number),
    slotSeconds: 3600,
    kinds: expect.any(Number),
    feed: '<?xml',
    metrics: '# HELP',
    refused: 403,
    unused: 3,
  });
});
