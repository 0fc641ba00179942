/** @module-tag deep */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startPostgres } from '../../lib/demo/postgres-server.ts';
import { ask } from '../support/http/read.ts';
import { test } from '../support/products/http-test.ts';
import { plenty } from '../support/products/stack.ts';
import { leaderOf, waitForAll } from '../support/replicas/replicas.ts';
import { isMissing, promtoolProgram } from '../support/runner/system-program.ts';
import { observability, promtool } from './promtool.ts';

const token = 'metrics-0123456789';

/** The metrics of Sightline and of its process that a text names. */
function namesIn(text: string): Set<string> {
  return new Set(text.match(/\b(sightline|process|nodejs)_[a-z0-9_]*[a-z0-9]\b/g));
}

/** The names of all samples of a metrics page. */
function namesOn(page: string): Set<string> {
  return new Set(page.split('\n').flatMap((line) => /^[a-z]\w*/.exec(line)?.[0] ?? []));
}

test('the metrics follow the conventions of Prometheus and include all that dashboard, alerts and docs name', async ({
  replicaSet,
  skip,
  onTestFinished,
}) => {
  skip(isMissing(promtoolProgram), 'needs promtool');
  const server = await startPostgres();
  onTestFinished(server.remove);
  const { replicas, referenceApi } = await replicaSet({
    server,
    count: 2,
    api: { monitors: 60, limits: plenty },
    env: { SIGHTLINE_METRICS_TOKEN: token },
  });
  await waitForAll(replicas);
  const { leader, others } = await leaderOf(replicas);
  const metrics = async (replica = leader) =>
    (await ask(`${replica.url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } })).text;
  expect((await ask(`${leader.url}/api/made-up`)).status).toBe(404);
  const healthy = await metrics();
  expect(promtool(['check', 'metrics'], healthy)).toEqual({ status: 0, problems: '' });

  expect(healthy).toMatch(/^sightline_build_info\{version="\d+\.\d+\.\d+",node="\d+\.\d+\.\d+"\} 1$/m);
  expect(healthy).toMatch(
    /^sightline_http_request_duration_seconds_count\{method="GET",route="\/api\/\*",status="404"\} 1$/m,
  );
  expect(healthy).toMatch(/^sightline_upstream_request_duration_seconds_count\{purpose="inventory"\} [1-9]/m);
  expect(healthy).not.toMatch(/^sightline_problem\{/m);
  expect(healthy).toMatch(/^sightline_admission_seconds_count [1-9]/m);
  expect(healthy).toMatch(/^sightline_leader 1$/m);
  for (const other of others) expect(await metrics(other)).toMatch(/^sightline_leader 0$/m);
  for (const replica of replicas) expect(await metrics(replica)).toMatch(/^sightline_storage_reachable 1$/m);

  referenceApi.api.inject({ kind: 'status', status: 401 });
  await expect
    .poll(async () => {
      await ask(`${leader.url}/api/monitors/refresh`, {
        method: 'POST',
        headers: { 'Sightline-Refresh': 'on' },
      });
      return metrics();
    })
    .toContain('sightline_problem{code="api_key_rejected"} 1');
  const failing = await metrics();
  expect(promtool(['check', 'metrics'], failing)).toEqual({ status: 0, problems: '' });

  const present = namesOn(failing);
  const files = ['dashboard.json', 'alerts.yaml', '../operations.md'];
  for (const file of files) {
    const named = namesIn(readFileSync(join(observability, file), 'utf8'));
    expect(named.size, file).toBeGreaterThan(9);
    expect(
      [...named].filter((name) => !present.has(name) && !present.has(`${name}_bucket`)),
      file,
    ).toEqual([]);
  }

  await server.stop();
  for (const replica of replicas) {
    await expect.poll(() => metrics(replica)).toMatch(/^sightline_storage_reachable 0$/m);
  }
});
