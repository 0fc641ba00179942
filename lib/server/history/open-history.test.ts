import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createFakeClock, type FakeClock } from '../clock.fixtures.ts';
import { aMonitor, fieldsOf, uuidOf } from '../inventory/arbitrary-monitors.fixtures.ts';
import { buildSnapshot } from '../inventory/snapshot.ts';
import { openHistory } from './open-history.ts';
import { SLOT_MS, slotStart } from './slot.ts';

const owner = { baseUrl: new URL('https://api.example.com/v1'), apiKey: 'a key' };
const DAY = 86_400_000;

async function open(
  directory: string | null,
  clock: FakeClock,
  more: { days?: number; maxBytes?: number } = {},
) {
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (_: unknown, text?: string) => void warnings.push(text ?? '') };
  const history = openHistory({ directory, owner, days: 30, maxBytes: 1e9, clock, log, ...more });
  await history.start();
  return { history, warnings };
}

/** Readings of many monitors, of which one or more are down at every second reading. */
function reading(clock: FakeClock, n: number, count = 1) {
  const asOf = clock.now();
  const monitors = Array.from({ length: 300 }, (_, m) =>
    aMonitor(m, {
      last_status: m < count && n % 2 === 1 ? 'down' : 'up',
      last_check_at: new Date(asOf - 10_000).toISOString(),
    }),
  );
  const rows = monitors.map((monitor) => ({ monitor: fieldsOf(monitor), asOf, upstreamNow: asOf }));
  return buildSnapshot({ rows, previous: null, asOf, evidence: 'complete', missing: null });
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'sightline-history-'));

test('what was observed is there after a restart', async () => {
  const clock = createFakeClock();
  const directory = newFolder();
  const first = await open(directory, clock);
  for (const n of [0, 1]) {
    first.history.record(reading(clock, n));
    await expect.poll(async () => (await first.history.watched(0, clock.now())).until).toBe(clock.now());
    clock.advance(60_000);
  }
  await first.history.stop();
  const { history } = await open(directory, clock);
  expect((await history.changes({ limit: 10 })).changes.map(({ kind }) => kind)).toEqual(['down']);
  expect((await history.watched(0, clock.now())).from).toBe(clock.now() - 120_000);
  await history.stop();
});

test('what the last reading showed is known at once, before it is saved', async () => {
  const clock = createFakeClock();
  const { history } = await open(null, clock);
  const uuid = aMonitor(0).monitor_uuid;
  const checks = async (since = 0) =>
    (await history.slots(uuid, since))?.map(({ slot }) => [slot.checks, slot.down]) ?? null;
  expect(await checks()).toBeNull();
  const { at } = await recorded(0);
  expect(await checks()).toEqual([[1, 0]]);
  await recorded(1);
  expect(await checks()).toEqual([[2, 1]]);
  clock.advance(SLOT_MS);
  await recorded(2);
  expect(await checks()).toEqual([
    [2, 1],
    [1, 0],
  ]);
  expect(await checks(at + SLOT_MS)).toEqual([[1, 0]]);
  expect(await checks(at + 2 * SLOT_MS)).toEqual([]);
  await history.stop();

  /** Records a reading. @returns the start of the slot */
  async function recorded(n: number): Promise<{ at: number }> {
    clock.advance(60_000);
    history.record(reading(clock, n));
    await expect.poll(async () => (await history.watched(0, clock.now())).until).toBe(clock.now());
    return { at: slotStart(clock.now()) };
  }
});

test.each([1, 5, 9])(
  'row 86: a file that was damaged from page %i on is set aside, the history begins anew, and it is said',
  async (page) => {
    const clock = createFakeClock();
    const directory = newFolder();
    const first = await open(directory, clock);
    for (let n = 0; n < 4; n += 1) {
      first.history.record(reading(clock, n));
      await expect.poll(async () => (await first.history.watched(0, clock.now())).until).toBe(clock.now());
      clock.advance(60_000);
    }
    await first.history.stop();
    const file = join(directory, 'history.sqlite');
    const bytes = readFileSync(file);
    bytes.fill(0xab, 16_384 * page);
    writeFileSync(file, bytes);

    const { history, warnings } = await open(directory, clock);
    expect(history.status()).toMatchObject({ problem: null, setAside: true });
    expect(warnings).toEqual(['the history was unusable; it was renamed and a new one begun']);
    expect(readdirSync(directory)).toContain('history.sqlite.aside');
    history.record(reading(clock, 0));
    await expect.poll(async () => (await history.watched(0, clock.now())).until).toBe(clock.now());
    clock.advance(60_000);
    history.record(reading(clock, 1));
    const kinds = async () => (await history.changes({ limit: 10 })).changes.map(({ kind }) => kind);
    await expect.poll(kinds).toEqual(['down']);
    await history.stop();
  },
);

test('row 86: whichever page of the file is damaged, everything can be read, and what is set aside is said', async () => {
  const clock = createFakeClock();
  const directory = newFolder();
  const first = await open(directory, clock);
  for (let n = 0; n < 4; n += 1) {
    first.history.record(reading(clock, n, (n % 4) * 60));
    await expect.poll(async () => (await first.history.watched(0, clock.now())).until).toBe(clock.now());
    clock.advance(60_000);
  }
  await first.history.stop();
  const file = join(directory, 'history.sqlite');
  const intact = readFileSync(file);
  let replaced = 0;
  for (let page = 1; page < intact.length / 16_384; page += 1) {
    const bytes = Buffer.from(intact);
    bytes.fill(0xab, page * 16_384, (page + 1) * 16_384);
    writeFileSync(file, bytes);
    rmSync(`${file}.aside`, { force: true });
    const { history } = await open(directory, clock);
    for (const uuid of [uuidOf(0), uuidOf(150)]) await history.slots(uuid, 0);
    await history.fleet(0, clock.now());
    for (let before: number | null | undefined; before !== null; ) {
      before = (await history.changes({ limit: 50, ...(before === undefined ? {} : { before }) })).next;
    }
    clock.advance(60_000);
    history.record(reading(clock, page, 100));
    await expect.poll(async () => (await history.watched(0, clock.now())).until).toBe(clock.now());
    const { problem, setAside } = history.status();
    expect({ page, problem }).toEqual({ page, problem: null });
    expect({ page, setAside }).toEqual({ page, setAside: existsSync(`${file}.aside`) });
    if (setAside) replaced += 1;
    await history.stop();
  }
  expect(replaced).toBeGreaterThan(5);
});

test('row 86: where no file can be written, the history is kept in memory, and the reason is known', async () => {
  const clock = createFakeClock();
  const directory = newFolder();
  mkdirSync(join(directory, 'history.sqlite'));
  const { history } = await open(directory, clock);
  expect(history.status().problem).toMatchObject({ since: clock.now() });
  expect(await history.watched(0, clock.now())).toMatchObject({ notSavedSince: clock.now() });
  history.record(reading(clock, 0));
  await expect.poll(async () => (await history.watched(0, clock.now())).from).toBe(clock.now());
  await history.stop();
});

test('row 86: a file that cannot be used, but is not certainly damaged, is left as it is', async () => {
  const directory = newFolder();
  const file = join(directory, 'history.sqlite');
  const first = await open(directory, createFakeClock());
  await first.history.stop();
  const db = new DatabaseSync(file);
  db.exec('DROP TABLE facet');
  db.close();
  const bytes = readFileSync(file);
  const { history } = await open(directory, createFakeClock());
  expect(history.status()).toMatchObject({ problem: { problem: 'other' }, setAside: false });
  expect((await history.changes({ limit: 1 })).changes).toEqual([]);
  await history.stop();
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(readdirSync(directory)).toEqual(['history.sqlite']);
});

test('days that are too old, or do not fit, are forgotten, and the latter is said', async () => {
  const clock = createFakeClock();
  const { history, warnings } = await open(null, clock, { days: 3, maxBytes: 1 });
  for (let n = 0; n < 5; n += 1) {
    history.record(reading(clock, n));
    await expect.poll(async () => (await history.watched(0, clock.now())).until).toBe(clock.now());
    clock.advance(DAY);
  }
  await clock.pass(3_600_000);
  await expect.poll(() => history.status().isShortened).toBe(true);
  // The clock has jumped, and is believed an hour later.
  await clock.pass(3_600_000);
  await expect
    .poll(async () => (await history.watched(0, clock.now())).from)
    .toBeGreaterThan(clock.now() - 3 * DAY);
  expect(warnings).toContain('the history exceeds its maximum size, its oldest days were forgotten');
  await history.stop();
});

test('that the last day alone exceeds the size is said, also where no more than a day is to be remembered', async () => {
  for (const days of [1, 2]) {
    const clock = createFakeClock();
    const { history, warnings } = await open(null, clock, { days, maxBytes: 1 });
    await clock.pass(3_600_000);
    const message = 'the history exceeds its maximum size although it is not longer than a day';
    await expect.poll(() => warnings).toContain(message);
    await history.stop();
  }
});

test('row 88: a clock that is far ahead when what is too old is forgotten deletes nothing', async () => {
  const clock = createFakeClock();
  const { history } = await open(null, clock);
  const record = async (n: number) => {
    history.record(reading(clock, n));
    await expect.poll(async () => (await history.watched(0, clock.now())).until).toBe(clock.now());
  };
  const from = clock.now();
  await record(0);
  clock.advance(60_000);
  await record(1);
  clock.advance(60_000);
  clock.jump(40 * DAY);
  await record(0);
  await clock.pass(3_600_000);
  // The next reading waits until what is too old is forgotten.
  await record(1);
  expect((await history.watched(0, clock.now())).from).toBe(from);
  expect((await history.changes({ limit: 9 })).changes.at(-1)).toMatchObject({ to: from + 50_000 });
  await clock.pass(3_600_000);
  await expect
    .poll(async () => (await history.watched(0, clock.now())).from, { message: 'it was not a mistake' })
    .toBeGreaterThan(from + 30 * DAY);
  await history.stop();
});

test('that days did not fit is said until they would be forgotten anyway, also after a restart', async () => {
  const clock = createFakeClock();
  const directory = newFolder();
  const first = await open(directory, clock, { days: 3, maxBytes: 1 });
  await clock.pass(3_600_000);
  await expect.poll(() => first.history.status().isShortened).toBe(true);
  await first.history.stop();
  const { history } = await open(directory, clock, { days: 3 });
  expect(history.status().isShortened).toBe(true);
  let hours = 0;
  for (; history.status().isShortened && hours < 200; hours += 1) await clock.pass(3_600_000);
  // One day was kept, and three should be.
  expect(hours).toBeGreaterThanOrEqual(48);
  expect(hours).toBeLessThan(200);
  await history.stop();
});

test('with 0 days nothing is remembered', async () => {
  const clock = createFakeClock();
  const { history } = await open(null, clock, { days: 0 });
  history.record(reading(clock, 0));
  await clock.pass(60_000);
  expect(await history.watched(0, clock.now())).toEqual({
    from: null,
    until: null,
    gaps: [],
    keptDays: 0,
    notSavedSince: null,
  });
});
