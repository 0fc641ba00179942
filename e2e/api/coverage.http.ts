import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { coverageSchema } from '../../lib/contract/coverage.ts';
import { findProgram } from '../../lib/demo/find-program.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { signedIn } from '../support/sign-in/password.ts';

const list = (body: string, headers: Record<string, string>) => ({ method: 'POST', body, headers });

test('a script learns which hosts are not monitored, at no cost', async ({ tokenStack }) => {
  const { product, referenceApi, tokens } = tokenStack;
  const headers = tokens.headers('grafana');
  const monitored = referenceApi.api
    .organization()
    .monitors()
    .find(({ is_active }) => is_active);
  const before = referenceApi.requests();
  const body = ['# ours', monitored?.target, 'blog.not-monitored.example', '???'].join('\r\n');
  const answer = await ask(`${product.url}/api/coverage`, list(body, headers));
  expect(answer.status).toBe(200);
  const { data, meta } = coverageSchema.parse(JSON.parse(answer.text));
  expect(data.map(({ line }) => line)).toEqual([2, 3]);
  expect(data[1]).toMatchObject({
    address: 'blog.not-monitored.example',
    answer: 'not_monitored',
    monitors: [],
  });
  expect(data[0]?.monitors.map(({ monitor_uuid }) => monitor_uuid)).toContain(monitored?.monitor_uuid);
  expect(meta.skipped).toContainEqual({
    reason: 'not_understood',
    count: 1,
    examples: [{ line: 4, text: '???' }],
  });
  expect(meta.tokens).toBe(3);
  expect(referenceApi.requests()).toBe(before);

  const file = await ask(`${product.url}/api/coverage?format=csv&spreadsheet=true`, list(body, headers));
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="coverage-.*\.csv"$/);
  expect(file.text).toContain('blog.not-monitored.example,3,,Not monitored');
});

test('a user without a token must send a header that other sites cannot send', async ({ tokenStack }) => {
  const { product } = tokenStack;
  const session = { Cookie: await signedIn(product) };
  const without = await ask(`${product.url}/api/coverage`, list('a.example.com', session));
  expect(without.status).toBe(403);
  expect(JSON.parse(without.text)).toMatchObject({ code: 'cross_site' });
  const headers = { ...session, 'Sightline-Refresh': 'off' };
  expect((await ask(`${product.url}/api/coverage`, list('a.example.com', headers))).status).toBe(200);
});

test('the recipe of docs/api.md fails unless all was compared and is monitored', async ({
  tokenStack,
  skip,
}) => {
  skip(findProgram('jq') === null || findProgram('curl') === null, 'needs jq and curl');
  const { product, tokens, referenceApi } = tokenStack;
  const document = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const [, recipe = ''] = /```bash\n(set -euo pipefail\n[\s\S]*?)```/.exec(document) ?? [];
  expect(recipe).toContain('/api/coverage');
  const directory = await mkdtemp(join(tmpdir(), 'sightline-recipe-'));
  await writeFile(join(directory, 'recipe.sh'), recipe);
  await writeFile(join(directory, 'kubectl'), '#!/bin/sh\ncat list\nexit "$(cat status)"\n');
  await chmod(join(directory, 'kubectl'), 0o755);
  const env = {
    ...process.env,
    PATH: `${directory}:${process.env.PATH}`,
    SIGHTLINE: product.url,
    TOKEN: tokens.headers('grafana').Authorization.replace('Bearer ', ''),
  };
  async function run(body: string, status = 0) {
    await writeFile(join(directory, 'list'), body);
    await writeFile(join(directory, 'status'), String(status));
    return new Promise<{ code: unknown; printed: string }>((resolve) => {
      execFile('bash', ['recipe.sh'], { cwd: directory, env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, printed: stdout + stderr }),
      );
    });
  }
  const monitored = referenceApi.api
    .organization()
    .monitors()
    .find(
      ({ type, is_active, last_status }) => type === 'https' && is_active && last_status === 'up',
    )?.target;
  const ingress = (host: string) =>
    JSON.stringify({ apiVersion: 'v1', items: [{ spec: { rules: [{ host }] } }] });
  const good = ingress(new URL(String(monitored)).hostname);
  expect(await run(good)).toEqual({ code: 0, printed: '' });
  expect(await run(ingress('blog.not-monitored.example'))).toEqual({
    code: 1,
    printed: 'line 1: blog.not-monitored.example is not monitored\n',
  });
  expect(await run(good, 1), 'the export failed').toMatchObject({ code: 1 });
  const page = '<html>\r\n<head><title>502 Bad Gateway</title></head><body>nginx</body></html>';
  const failed = [
    '',
    ' \n\n',
    page,
    'error: You must be logged in to the server',
    '{"apiVersion":"v1","items":[]}',
  ];
  for (const body of failed) {
    const { code, printed } = await run(body);
    expect(code, body).toBe(1);
    expect(printed).toContain('nothing was compared');
  }
  // The optional line: red also when something was not understood.
  const unclear = JSON.stringify({ hosts: [new URL(String(monitored)).hostname, '300.1.1.1'] });
  expect(await run(unclear)).toMatchObject({ code: 0 });
  await writeFile(join(directory, 'recipe.sh'), recipe.replace('# jq -e', 'jq -e'));
  expect(await run(unclear)).toMatchObject({ code: 1 });
  expect(await run(good)).toMatchObject({ code: 0 });
  await rm(directory, { recursive: true });
});
