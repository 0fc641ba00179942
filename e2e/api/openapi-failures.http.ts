/** @module-tag deep */
import { expect } from 'vitest';
import { startPostgres } from '../../lib/demo/postgres-server.ts';
import { documentedAnswers, requiredQueries } from '../support/http/documented-answers.ts';
import { ask } from '../support/http/read.ts';
import { advanceHours, movableClock } from '../support/preloaded/movable-clock.ts';
import { test } from '../support/products/http-test.ts';
import { isMissing, postgresProgram } from '../support/runner/system-program.ts';
import { signedIn } from '../support/sign-in/password.ts';

// Each test has its own product.

const unknown = '00000000-0000-4000-8000-000000000000';
/** Settings of a product whose responses with data fail. */
const failingBodies = {
  NODE_OPTIONS: `--import=${new URL('../support/preloaded/failing-bodies.ts', import.meta.url).href}`,
};

/**
 * Returns a function that requests each documented operation except health and metrics.
 *
 * @param authorized headers for reading the document; a session would be cached for a minute
 * @param uuid of the monitor
 */
async function operationsOf(url: string, authorized: Record<string, string>, uuid: string) {
  const { text } = await ask(`${url}/api/openapi.json`, { headers: authorized });
  const { expectDocumented } = documentedAnswers(text);
  const documented: Record<string, object> = JSON.parse(text).paths;
  const paths = Object.keys(documented).filter((path) => !['/api/health', '/api/metrics'].includes(path));
  /** @returns the documented operations that have not answered with this status; all answers are as documented */
  return async (status: number, session: Record<string, string>) => {
    const others: string[] = [];
    for (const path of paths) {
      for (const method of Object.keys(documented[path] ?? {})) {
        const query = requiredQueries[path] ?? '';
        const answer = await ask(`${url}${path.replace('{uuid}', uuid)}?${query}`, {
          method: method.toUpperCase(),
          headers: { ...session, 'Sightline-Refresh': 'on' },
        });
        expectDocumented(method.toUpperCase(), path, answer);
        if (answer.status !== status) others.push(`${method} ${path}`);
      }
    }
    return others;
  };
}

test('answers after a bug, 500, are as the OpenAPI document says', async ({ startTokenStack }) => {
  const { product, tokens, referenceApi } = await startTokenStack(undefined, {
    before: () => {},
    env: failingBodies,
  });
  const headers = tokens.headers('grafana');
  await expect.poll(async () => (await ask(`${product.url}/api/monitors`, { headers })).status).toBe(500);
  const known = String(referenceApi.api.organization().monitors()[0]?.monitor_uuid);
  const session = { Cookie: await signedIn(product) };
  const operations = await operationsOf(product.url, headers, known);
  // Exports are written line by line, and the other operations have no data.
  expect((await operations(500, session)).sort()).toEqual([
    ...['get /api/badge.svg', 'get /api/changes/export', 'get /api/changes/feed'],
    ...['get /api/monitors/export', 'get /api/openapi.json', 'get /api/status', 'post /api/coverage'],
  ]);

  // The trace id connects the log lines of the error and of the request.
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traced = { ...headers, traceparent: `00-${trace}-00f067aa0ba902b7-01` };
  await ask(`${product.url}/api/usage`, { headers: traced });
  const lines = () => product.logs().match(new RegExp(`^.*"trace_id":"${trace}".*$`, 'gm'));
  await expect
    .poll(lines)
    .toEqual([
      expect.stringContaining('"msg":"a request failed"'),
      expect.stringContaining('"msg":"request"'),
    ]);
});

test('answers without the database, 503, are as the OpenAPI document says', async ({
  startTokenStack,
  skip,
}) => {
  skip(isMissing(postgresProgram), 'needs PostgreSQL');
  const database = await startPostgres();
  const { product, tokens } = await startTokenStack(undefined, {
    before: () => {},
    env: {
      ...movableClock,
      SIGHTLINE_DATABASE_URL: database.url(),
      SIGHTLINE_SESSION_SECRETS: 'a secret of more than thirty-two characters',
    },
  });
  const session = { Cookie: await signedIn(product) };
  const operations = await operationsOf(product.url, tokens.headers('grafana'), unknown);
  await database.stop();
  // The session is valid, but without the database the product cannot know whether it has ended.
  await advanceHours(1, product);
  expect(await operations(503, session)).toEqual([]);
  await database.remove();
});
