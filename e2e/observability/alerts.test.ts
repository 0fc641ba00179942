import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { isMissing, promtoolProgram } from '../support/system-program.ts';
import { observability, promtool } from './promtool.ts';

const noPromtool = isMissing(promtoolProgram);
const read = (name: string): unknown => parse(readFileSync(join(observability, name), 'utf8'));
const rulesSchema = z.object({
  groups: z.tuple([z.object({ rules: z.array(z.object({ alert: z.string() })) })]),
});

test.skipIf(noPromtool)('promtool accepts the alert rules', () => {
  expect(promtool(['check', 'rules', 'alerts.yaml'])).toEqual({ status: 0, problems: '' });
});

test.skipIf(noPromtool)('the alerts fire when they should, and only then', () => {
  expect(promtool(['test', 'rules', 'alerts.test.yaml'])).toEqual({ status: 0, problems: '' });
});

const jobSchema = z.looseObject({ static_configs: z.unknown() });
const configurationSchema = z.looseObject({ scrape_configs: z.tuple([jobSchema]) });

test.skipIf(noPromtool)('Prometheus accepts each configuration of the README', () => {
  const text = readFileSync(join(observability, 'README.md'), 'utf8');
  const [complete, ...targets] = [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml = '']) =>
    parse(yaml),
  );
  const configuration = configurationSchema.parse(complete);
  const [{ static_configs, ...job }] = configuration.scrape_configs;
  const folder = mkdtempSync(join(tmpdir(), 'sightline-prometheus-'));
  const file = join(folder, 'prometheus.yaml');
  expect(targets).toHaveLength(3);
  for (const one of [{ static_configs }, ...targets]) {
    // That of Debian is built without Kubernetes.
    const known = { ...job, ...one, kubernetes_sd_configs: undefined };
    writeFileSync(file, JSON.stringify({ ...configuration, scrape_configs: [known] }));
    expect(promtool(['check', 'config', '--syntax-only', file])).toEqual({ status: 0, problems: '' });
  }
  rmSync(folder, { recursive: true });
});

test('each alert has a test in which it fires', () => {
  const { groups } = rulesSchema.parse(read('alerts.yaml'));
  const tests = JSON.stringify(read('alerts.test.yaml'));
  const [{ rules }] = groups;
  expect(rules).toHaveLength(13);
  expect(rules.map(({ alert }) => alert).filter((alert) => !tests.includes(alert))).toEqual([]);
});
