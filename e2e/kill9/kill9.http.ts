/** @module-tag deep */
import { expect } from 'vitest';
import { startPostgres } from '../../lib/demo/postgres-server.ts';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { test } from '../support/products/http-test.ts';
import { isMissing, postgresProgram } from '../support/runner/system-program.ts';
import { runKills } from './run.ts';
import { violationsOf } from './violations.ts';

test('row 33: killed at a random moment under load, it restarts with a complete snapshot', async () => {
  const monitors = 500;
  const kills = await runKills({ times: 1, monitors, seed: 9 });
  expect(kills).toHaveLength(1);
  expect(violationsOf(kills, monitors)).toEqual([]);
});

test.for(['SQLite', 'PostgreSQL'])(
  'row 33: killed 100 times at random moments under load, it restarts with a complete snapshot: %s',
  {
    tags: 'nightly',
    timeout: 3_600_000,
  },
  async (engine, { skip }) => {
    skip(engine === 'PostgreSQL' && isMissing(postgresProgram), 'needs PostgreSQL');
    const monitors = 1000;
    const postgres = engine === 'PostgreSQL' ? await startPostgres() : undefined;
    const kills = await runKills({ times: 100, monitors, seed: propertySeed, postgres });
    await postgres?.remove();
    const took = kills.map(({ tookMs }) => tookMs);
    console.log(`  seed ${propertySeed}, first rows after ${Math.round(Math.max(...took))} ms at most`);
    expect(kills).toHaveLength(100);
    expect(violationsOf(kills, monitors)).toEqual([]);
    expect(
      new Set(kills.map(({ generations }) => generations[0])).size,
      'the list was refreshed in between',
    ).toBeGreaterThan(50);
  },
);
