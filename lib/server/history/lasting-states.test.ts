import { expect, test } from 'vitest';
import { uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { onBothEngines } from '../storage/engines.fixtures.ts';
import { monitorsDown, outagesAfterUp, presentMaintenance } from './query-changes.ts';
import { change, MINUTE, NOON, openStore } from './test-store.fixtures.ts';

onBothEngines((open) => {
  test('the present maintenance began with its last change; a past one is left out', async () => {
    const store = await openStore(await open());
    await store.add([
      change('maintenance_on', 1, 1),
      change('maintenance_on', 1, 2),
      change('maintenance_off', 2, 2),
      change('maintenance_on', 3, 3),
      change('maintenance_off', 4, 3),
      change('maintenance_on', 5, 3),
      change('down', 5, 4),
    ]);
    const { from, to } = change('maintenance_on', 5, 3);
    const all = await presentMaintenance(store.db);
    expect([...all.keys()].sort()).toEqual([uuidOf(1), uuidOf(3)]);
    expect(all.get(uuidOf(3))).toEqual({ from, to });
  });

  test('a present outage that began while the monitor was up is told from a past one and from one that was never up', async () => {
    const store = await openStore(await open());
    await store.add([
      { ...change('down', 1, 1), before: 'up' },
      { ...change('down', 1, 2), before: 'up' },
      change('recovered', 2, 2),
      { ...change('down', 3, 3), before: 'pending' },
    ]);
    expect(await outagesAfterUp(store.db)).toEqual([uuidOf(1)]);
  });

  test('a monitor that went down several times in a range is returned once', async () => {
    const store = await openStore(await open());
    await store.add([
      ...[change('down', 1, 1), change('recovered', 2, 1)],
      ...[change('down', 3, 2), change('recovered', 4, 2), change('down', 5, 2), change('overdue', 5, 3)],
      change('down', 6, 4),
    ]);
    const between = (from: number, to: number) =>
      monitorsDown(store.db, NOON + from * MINUTE, NOON + to * MINUTE);
    expect(await between(3, 6)).toEqual([uuidOf(2)]);
    expect((await between(0, 7)).sort()).toEqual([1, 2, 4].map(uuidOf));
  });
});
