import { readdirSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { errorTable } from '@/lib/contract/error-table';
import { cookieName, createSealedCookie, SESSION_COOKIE } from '../../auth/cookies';
import { openApiDocument } from './document';

const { body: document } = openApiDocument;
const operations = Object.entries(document.paths).flatMap(([path, { get, post }]) =>
  [get, post].flatMap((operation) => (operation ? [{ path, ...operation }] : [])),
);
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
addFormats(ajv);

test('the document has no error and no warning', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
});

test('each route is in the document, except for those that sign in and out, and that of assistants', () => {
  const routes = readdirSync(new URL('../../../../app', import.meta.url), {
    recursive: true,
    encoding: 'utf8',
  })
    .flatMap((file) => /^(api\/.*)\/route\.ts$/.exec(file)?.[1] ?? [])
    .filter((route) => !route.startsWith('api/auth/') && route !== 'api/mcp' && !route.includes('[['))
    .map((route) => `/${route.replaceAll('[', '{').replaceAll(']', '}')}`);
  expect(Object.keys(document.paths).sort()).toEqual(routes.sort());
});

test('each example of a parameter satisfies its schema', () => {
  const examples = operations.flatMap(({ path, parameters }) =>
    parameters.map((parameter) => ({ path, ...parameter })),
  );
  expect(examples.length).toBeGreaterThan(40);
  for (const { path, name, schema, example } of examples) {
    expect(ajv.validate(schema, example), `${path} ${name}: ${ajv.errorsText()}`).toBe(true);
  }
});

test('each error code is said with its status', () => {
  const { Refused, Failed } = document.components.responses;
  for (const [code, { status }] of Object.entries(errorTable)) {
    const { description } = status < 500 ? Refused : Failed;
    expect(description, code).toMatch(new RegExp(`\\b${status} ([a-z_]+, )*${code}\\b`));
  }
});

test('each operation says who may call it: reads by a session or a token, refreshes by a session only', () => {
  for (const { path, operationId, security } of operations) {
    const schemes = security.flatMap((alternative) => Object.keys(alternative));
    if (operationId.startsWith('refresh')) expect(schemes, path).toEqual(['session']);
    else if (path === '/api/metrics') expect(schemes).toEqual(['metricsToken']);
    else if (path === '/api/health') expect(schemes).toEqual([]);
    else expect(schemes, path).toEqual(['session', 'token']);
    expect(
      security.some((alternative) => Object.keys(alternative).length === 0),
      path,
    ).toBe(['/api/health', '/api/status', '/api/badge.svg'].includes(path));
  }
});

test('the session is the cookie that the sign-in sets, also below a base path', async () => {
  const options = { secrets: ['s'.repeat(32)], schema: z.object({}), maxAgeS: 1, secure: true };
  const [pair] = (await createSealedCookie({ ...options, name: SESSION_COOKIE }).set({})).split('=');
  expect(document.components.securitySchemes.session?.name).toBe(pair);
  expect(['', '/status'].map((path) => cookieName(SESSION_COOKIE, true, path))).toEqual([
    ...['__Host-sightline', '__Secure-sightline'],
  ]);
});
