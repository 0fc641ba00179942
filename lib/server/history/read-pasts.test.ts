import { expect, test } from 'vitest';
import { uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { onBothEngines } from '../storage/engines.fixtures.ts';
import { eachPast, type Past, type PastTimes } from './pasts.ts';
import { emptySlot, SLOT_MS } from './slots.ts';
import { change, MINUTE, NOON, openStore } from './test-store.fixtures.ts';

const present = { condition: 'up', maintenance_mode: false } as const;
const asked = [1, 2, 3].map((n) => ({ uuid: uuidOf(n).toUpperCase(), present, unreadSince: null }));
const day = { from: NOON, until: NOON + 1440 * MINUTE, gaps: [] };

async function pastsOf(
  db: Parameters<typeof eachPast>[0],
  times: PastTimes,
  watched: Parameters<typeof eachPast>[3],
) {
  const pasts = new Map<string, Past>();
  await eachPast(db, asked, times, watched, (uuid, past) => pasts.set(uuid, past));
  return pasts;
}

onBothEngines((open) => {
  test('the pasts of several monitors are read at once, each with its own changes and slots', async () => {
    const store = await openStore(await open());
    await store.add([
      change('down', 1, 1),
      { ...change('down', 10, 1), before: 'up' },
      { ...change('edited', 20, 1), before: 'down' },
      change('edited', 30, 1),
      change('maintenance_on', 40, 2),
    ]);
    await store.saveSlots(NOON, [{ uuid: uuidOf(1), slot: { ...emptySlot, seen: 1 } }]);
    await store.saveSlots(
      NOON + SLOT_MS,
      [1, 2].map((n) => ({ uuid: uuidOf(n), slot: { ...emptySlot, seen: 8 } })),
    );
    await store.saveSlots(NOON + 2 * SLOT_MS, [{ uuid: uuidOf(4), slot: emptySlot }]);
    const times = { since: NOON + 2 * MINUTE, slots: [0, 1, 2].map((n) => NOON + n * SLOT_MS) };
    const pasts = await pastsOf(store.db, times, day);
    const [first, second, third] = asked.map(({ uuid }) => pasts.get(uuid));
    expect(first?.timeline.condition.steps).toMatchObject([
      { to: NOON + 10 * MINUTE, before: 'up' },
      { to: NOON + 20 * MINUTE, before: 'down' },
    ]);
    expect(second?.timeline.maintenance).toMatchObject({ steps: [{ before: 'off' }], last: 'off' });
    expect(third?.timeline).toMatchObject({ condition: { steps: [] }, unread: [], from: NOON });
    expect([first, second, third].map((past) => [...(past?.seen ?? [])])).toEqual([
      [
        [NOON, 1],
        [NOON + SLOT_MS, 8],
      ],
      [[NOON + SLOT_MS, 8]],
      [],
    ]);
  });

  test('row 84: a time in which a monitor was not read is not known, and before the first nothing counts', async () => {
    const store = await openStore(await open());
    const gap = { from: NOON + 10 * MINUTE, to: NOON + 90 * MINUTE };
    await store.add([], NOON, {
      monitorGaps: [
        [uuidOf(1), gap],
        [uuidOf(2), { from: 0, to: NOON + 5 * MINUTE }],
      ],
    });
    const times = { since: NOON, slots: [] };
    const listGap = { from: NOON + 100 * MINUTE, to: NOON + 200 * MINUTE };
    const pasts = await pastsOf(store.db, times, { ...day, gaps: [listGap] });
    const [first, second] = asked.map(({ uuid }) => pasts.get(uuid)?.timeline);
    expect(first?.unread).toMatchObject([listGap, gap]);
    expect(second?.from).toBe(NOON + 5 * MINUTE);
  });
});
