import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { errorCodeSchema } from '../../lib/contract/error.ts';
import { isMissing, promtoolProgram } from '../support/runner/system-program.ts';
import { observability, promtool } from './promtool.ts';

const noPromtool = isMissing(promtoolProgram);
const read = (name: string): unknown => parse(readFileSync(join(observability, name), 'utf8'));
const rulesSchema = z.object({
  groups: z.tuple([z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })]),
});
const [{ rules }] = rulesSchema.parse(read('alerts.yaml')).groups;

const caseSchema = z.object({
  alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })).default([]),
  promql_expr_test: z
    .array(
      z.object({
        expr: z.string(),
        exp_samples: z.array(z.object({ labels: z.string(), value: z.number() })),
      }),
    )
    .default([]),
});
const { tests } = z.object({ tests: z.array(caseSchema) }).parse(read('alerts.test.yaml'));

test.skipIf(noPromtool)('promtool accepts the alert rules', { tags: 'deep' }, () => {
  expect(promtool(['check', 'rules', 'alerts.yaml'])).toEqual({ status: 0, problems: '' });
});

test.skipIf(noPromtool)('the alerts fire when they should, and only then', { tags: 'deep' }, () => {
  expect(promtool(['test', 'rules', 'alerts.test.yaml'])).toEqual({ status: 0, problems: '' });
});

const jobSchema = z.looseObject({ static_configs: z.unknown() });
const configurationSchema = z.looseObject({ scrape_configs: z.tuple([jobSchema]) });

test.skipIf(noPromtool)('Prometheus accepts each configuration of the README', { tags: 'deep' }, () => {
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
    // Debian's Prometheus is built without Kubernetes.
    const known = { ...job, ...one, kubernetes_sd_configs: undefined };
    writeFileSync(file, JSON.stringify({ ...configuration, scrape_configs: [known] }));
    expect(promtool(['check', 'config', '--syntax-only', file])).toEqual({ status: 0, problems: '' });
  }
  rmSync(folder, { recursive: true });
});

/** The alerts that a case expects to fire, as promtool compares them: alone, or among all that fire at a time. */
function firingIn({ alert_rule_test, promql_expr_test }: z.infer<typeof caseSchema>): string[] {
  const alone = alert_rule_test.filter(({ exp_alerts }) => exp_alerts.length > 0);
  const amongAll = promql_expr_test
    .filter(({ expr }) => expr.startsWith('count by (alertname') && expr.includes('alertstate="firing"'))
    .flatMap(({ exp_samples }) => exp_samples.filter(({ value }) => value > 0))
    .flatMap(({ labels }) => /alertname="(\w+)"/.exec(labels)?.[1] ?? []);
  return [...alone.map(({ alertname }) => alertname), ...amongAll];
}

test('each alert has a test in which it fires', () => {
  expect(rules).toHaveLength(13);
  expect([...new Set(tests.flatMap(firingIn))].sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

/**
 * Returns the values that selectors of the label `code` in a text accept. Each alternative of a regular expression is
 * one value.
 */
function codesIn(text: string): string[] {
  return [...text.matchAll(/\bcode(?:=~?|!=|!~)"([^"]*)"/g)].flatMap(([, value = '']) => value.split('|'));
}

test('the alerts and their tests name only reasons that Sightline has', () => {
  const inRules = rules.flatMap(({ expr }) => codesIn(expr));
  const inTests = codesIn(readFileSync(join(observability, 'alerts.test.yaml'), 'utf8'));
  expect(inRules).toHaveLength(6);
  expect(inTests.length).toBeGreaterThan(inRules.length);
  const isReason = (code: string) =>
    errorCodeSchema.options.some((option) => new RegExp(`^(?:${code})$`).test(option));
  expect([...inRules, ...inTests].filter((code) => !isReason(code))).toEqual([]);
});
