import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isMissing, promtoolProgram } from '../support/runner/system-program.ts';
import { observability, promtool } from './promtool.ts';

const panelSchema = z.object({
  id: z.number(),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  targets: z.array(z.object({ expr: z.string() })),
});
const { panels } = z
  .object({ panels: z.array(panelSchema) })
  .parse(JSON.parse(readFileSync(join(observability, 'dashboard.json'), 'utf8')));

test.skipIf(isMissing(promtoolProgram))(
  'every expression of the dashboard is valid',
  { tags: 'deep' },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-dashboard-'));
    const file = join(folder, 'rules.yaml');
    const rules = panels.flatMap(({ id, targets }) =>
      targets.map(({ expr }, n) => ({
        record: `panel_${id}:${n}`,
        expr: expr.replaceAll('$job', '.+').replaceAll('$__rate_interval', '5m'),
      })),
    );
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect(promtool(['check', 'rules', file])).toEqual({ status: 0, problems: '' });
    rmSync(folder, { recursive: true });
  },
);

test('every panel shows only metrics of the chosen jobs', () => {
  // The right side of a division is limited by the left one.
  const expressions = panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr.replaceAll(/ on \([^)]*\) \w+/g, '')),
  );
  const metrics = expressions.flatMap((expr) => expr.match(/\b(sightline|process)_\w+(\{[^}]*\})?/g) ?? []);
  expect(metrics.length).toBeGreaterThanOrEqual(panels.length);
  expect(metrics.filter((metric) => !metric.includes('{job=~"$job"'))).toEqual([]);
});

test('values that are the same on every replica are not summed', () => {
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const shared = /sightline_(viewers|replicas|monitors|monitors_missing|upstream_remaining|upstream_limit)\b/;
  const ofAll = expressions.filter((expr) => shared.test(expr));
  expect(ofAll.length).toBeGreaterThan(5);
  for (const expr of ofAll) expect(expr).toMatch(/^(sum\()?(max|min)( by \(\w+\) )?\(/);
});

test('no two panels overlap, and none is wider than the page', () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...panels.map(({ gridPos }) => gridPos.x + gridPos.w))).toBe(24);
});
