import { readFileSync } from 'node:fs';
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

test('each alert has a test in which it fires', () => {
  const { groups } = rulesSchema.parse(read('alerts.yaml'));
  const tests = JSON.stringify(read('alerts.test.yaml'));
  const [{ rules }] = groups;
  expect(rules).toHaveLength(13);
  expect(rules.map(({ alert }) => alert).filter((alert) => !tests.includes(alert))).toEqual([]);
});
