import fc from 'fast-check';
import { expect } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { aMonitor, fieldsOf, uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { buildSnapshot, type Snapshot } from '../inventory/snapshot/snapshot.ts';
import type { Counted, Range, Timeline } from './availability.ts';
import { openTestDatabase } from './history.fixtures.ts';

const MINUTE = 60_000;

/** What the API shows at a time. While a monitor is overdue nobody knows whether it is up. */
const shown = ['up', 'down', 'inactive', 'overdue', 'pending'] as const;
type Shown = (typeof shown)[number];

/** A change after some thousandths of the time between two crawls. */
const arbitraryChange = fc.record({
  at: fc.integer({ min: 0, max: 999 }),
  to: fc.option(fc.constantFrom(...shown.slice(0, 4)), { nil: 'maintenance' as const }),
});
/** Crawls close together. At most one thing changes between two of them. */
const crawl = fc.record({
  minutes: fc.integer({ min: 1, max: 9 }),
  changes: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.tuple(arbitraryChange)),
  how: fc.oneof({ weight: 8, arbitrary: fc.constant('read' as const) }, fc.constant('restart' as const)),
});
/** A long time in which the monitor is not read and may change several times. */
const silence = fc.record({
  minutes: fc.integer({ min: 46, max: 400 }),
  changes: fc.array(arbitraryChange, { maxLength: 4 }),
  how: fc.constantFrom('read', 'restart', 'page_failed'),
});
export const arbitraryCase = fc.record({
  parts: fc.array(fc.tuple(fc.array(crawl, { minLength: 12, maxLength: 16 }), silence), {
    minLength: 1,
    maxLength: 3,
  }),
  first: fc.constantFrom(...shown, 'absent' as const),
});
type Case = typeof arbitraryCase extends fc.Arbitrary<infer T> ? T : never;

/** The state from a time on, epoch ms. */
export interface Truth {
  at: number;
  shown: Shown | 'absent';
  maintenance: boolean;
}

/** Replays a world through the real recorder. @returns its true states, the times of the crawls, and the recorded timeline */
export async function replay({ parts, first }: Case) {
  const clock = createFakeClock();
  const noon = clock.now();
  const { start } = await openTestDatabase(clock);
  let history = await start();
  let previous: Snapshot | null = null;
  const truth: Truth[] = [{ at: noon, shown: first, maintenance: false }];
  const crawls: number[] = [];
  const read = async (how: 'read' | 'page_failed') => {
    const asOf = clock.now();
    if (how === 'read') crawls.push(asOf);
    const now = truth.at(-1);
    const isShown = now !== undefined && now.shown !== 'absent' && how === 'read';
    const other = aMonitor(2, { last_check_at: new Date(asOf).toISOString() });
    const monitors = isShown ? [wireOf(now, asOf), other] : [other];
    previous = buildSnapshot({
      rows: monitors.map((monitor) => ({ monitor: fieldsOf(monitor), asOf, upstreamNow: asOf })),
      previous,
      asOf,
      evidence: how === 'read' ? 'complete' : 'none',
      missing: how === 'read' ? null : { count: 1, reason: 'page_failed' },
    });
    expect(await history.record(previous)).toBe(true);
  };
  const rows = () =>
    (previous?.monitors ?? [])
      .filter((one) => one.monitor_uuid === uuidOf(1))
      .map((monitor) => ({ monitor, unreadSince: null }));
  await read('read');
  for (const [crawls, silent] of parts) {
    for (const { minutes, changes, how } of [...crawls, silent]) {
      const began = clock.now();
      const length = minutes * MINUTE;
      const shares = changes.toSorted((a, b) => a.at - b.at);
      for (const { at, to } of shares) {
        const before = truth.at(-1);
        if (before === undefined) continue;
        const isToggle = to === 'maintenance';
        truth.push({
          at: began + Math.floor((at * length) / 1000) + 1,
          shown: isToggle ? before.shown : to,
          maintenance: before.maintenance !== isToggle,
        });
      }
      if (how === 'page_failed') {
        for (let passed = 0; passed + 8 < minutes; passed += 8) {
          await clock.pass(8 * MINUTE);
          await read('page_failed');
        }
      }
      await clock.pass(began + length - clock.now());
      if (how === 'restart') {
        await history.stop();
        history = await start(previous);
      }
      await read('read');
    }
  }
  const pasts = await history.pasts(rows(), { since: noon, slots: [] });
  const now = clock.now();
  await history.stop();
  return { noon, now, truth, crawls, timeline: pasts.get(uuidOf(1))?.timeline };
}

function wireOf({ at, shown: state, maintenance }: Truth, asOf: number) {
  const check =
    state === 'overdue' ? at - 5 * MINUTE : state === 'inactive' ? at : Math.max(at, asOf - 20_000);
  return aMonitor(1, {
    is_active: state !== 'inactive',
    maintenance_mode: maintenance,
    last_status: state === 'pending' ? null : state === 'down' ? 'down' : 'up',
    last_check_at: state === 'pending' ? null : new Date(check).toISOString(),
  });
}

/** Returns what a time counts as. While a monitor is overdue, nobody observes whether it is up. */
export function countedAs({ shown: state, maintenance }: Truth): Counted {
  return !maintenance && (state === 'up' || state === 'down') ? state : 'uncounted';
}

/** Returns how long it was truly up and down in the observed time of a range, milliseconds. */
export function measureObserved(
  { truth, crawls }: Pick<Awaited<ReturnType<typeof replay>>, 'truth' | 'crawls'>,
  { unread, until }: Timeline,
  range: Range,
) {
  const shownAt = (at: number) => truth.findLast((state) => state.at <= at)?.shown ?? 'absent';
  const firstSeen = crawls.find((at) => shownAt(at) !== 'absent') ?? Number.POSITIVE_INFINITY;
  const time = { up: 0, down: 0, uncounted: 0 };
  for (const [place, state] of truth.entries()) {
    const from = Math.max(state.at, range.since, firstSeen);
    const to = Math.min(truth[place + 1]?.at ?? Number.POSITIVE_INFINITY, range.until, until);
    const all = [...unread].sort((a, b) => a.from - b.from);
    let read = from;
    for (const gap of all) {
      time[countedAs(state)] += Math.max(0, Math.min(gap.from, to) - read);
      read = Math.max(read, gap.to);
    }
    time[countedAs(state)] += Math.max(0, to - read);
  }
  return time;
}
