import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generated } from '../../testing/property-runs.ts';
import { createReferenceApi } from '../api.ts';
import { DEMO_KEY, demoOrganizations } from '../demo.ts';
import type { Monitor } from '../fixture.ts';
import { UNLIMITED } from '../fixture.ts';

const START = Date.UTC(2026, 2, 10, 12);
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const limits = { minute: UNLIMITED, daily: UNLIMITED, monthly: UNLIMITED };

/** An API with a generated organization, whose clock shows `time.now`. */
function world(monitors: number, { seed = 1, now = START, alive = true, startedAt = START } = {}) {
  const time = { now };
  const api = createReferenceApi({
    organizations: demoOrganizations({ monitors, seed, alive, startedAt }),
    clock: () => time.now,
    limits,
  });
  const read = (path: string): string =>
    api.handle({ method: 'GET', url: path, authorization: `Bearer ${DEMO_KEY}`, remoteAddress: '127.0.0.1' })
      .body;
  /** The response bodies of all pages of the list, some filtered lists, and every tenth detail. */
  const bytes = (): string[] => {
    const pages = Array.from({ length: Math.ceil(monitors / 100) + 1 }, (_, n) =>
      read(`/v1/monitors?per_page=100&page=${n + 1}`),
    );
    const details = api
      .organization()
      .monitors()
      .filter((_, n) => n % 10 === 0);
    const filtered = ['type=tcp', 'is_active=false', 'type=https&is_active=true'].map((query) =>
      read(`/v1/monitors?${query}`),
    );
    return [...pages, ...filtered, ...details.map((monitor) => read(`/v1/monitors/${monitor.monitor_uuid}`))];
  };
  return { time, api, bytes, read, monitors: (): readonly Monitor[] => api.organization().monitors() };
}

const seeds = fc.integer({ min: 0, max: 0xffff_ffff });
const times = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2036, 0) });
const isOverdue = (monitor: Monitor, now: number): boolean =>
  monitor.is_active &&
  monitor.last_check_at !== null &&
  now - Date.parse(monitor.last_check_at) > 3 * monitor.interval * 1000 + MINUTE;

describe('a pure function of seed, clock and the night of the incident', () => {
  test('equal seeds, nights and clocks give equal bytes, whatever the earlier requests', () => {
    const steps = fc.array(fc.integer({ min: -2 * DAY, max: 30 * DAY }), { maxLength: 8 });
    fc.assert(
      fc.property(seeds, fc.integer({ min: 0, max: 130 }), steps, times, (seed, count, waits, end) => {
        const straight = world(count, { seed, now: end });
        const wandering = world(count, { seed, now: START });
        for (const wait of waits) {
          wandering.time.now += wait;
          wandering.bytes();
        }
        wandering.time.now = end;
        expect(wandering.bytes()).toEqual(straight.bytes());
      }),
      { numRuns: generated(40) },
    );
  });

  test('another seed gives another organization', () => {
    expect(world(25, { seed: 1 }).bytes()).not.toEqual(world(25, { seed: 2 }).bytes());
  });

  test('still: nothing changes as time passes', () => {
    const still = world(100, { alive: false });
    const before = still.bytes();
    still.time.now += 400 * DAY;
    expect(still.bytes()).toEqual(before);
  });
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Names and addresses reserved for documentation and private use. */
const RESERVED_HOST = /(^|\.)(example\.net|example|internal)$|^10\.|^fd00:/;

describe('realistic', () => {
  test('any size: the requested number of monitors, each case present, every field valid', () => {
    fc.assert(
      fc.property(seeds, times, fc.integer({ min: 9, max: 300 }), (seed, now, count) => {
        const found = world(count, { seed, now, startedAt: now }).monitors();
        expect(found).toHaveLength(count);
        expect(new Set(found.map((monitor) => monitor.monitor_uuid)).size).toBe(count);
        const has = (test: (monitor: Monitor) => boolean) => expect(found.some(test)).toBe(true);
        has((monitor) => monitor.is_active && monitor.last_status === 'down');
        has((monitor) => monitor.is_active && monitor.last_check_at === null);
        has((monitor) => !monitor.is_active);
        has((monitor) => isOverdue(monitor, now) && monitor.last_status === 'up');
        has((monitor) => monitor.maintenance_mode);
        for (const type of ['http', 'https', 'tcp', 'ping']) has((monitor) => monitor.type === type);
        expect(found.flatMap((monitor) => violations(monitor, now))).toEqual([]);
      }),
      { numRuns: generated(60) },
    );
  });

  /** The names of the rules that a monitor breaks. Faster than one expectation for each field. */
  function violations(monitor: Monitor, now: number): string[] {
    const { last_check_at: checked, last_status: status, last_response_time_ms: response } = monitor;
    const times = [monitor.created_at, monitor.updated_at, checked ?? monitor.created_at];
    const isWeb = monitor.type === 'http' || monitor.type === 'https';
    const host = isWeb ? new URL(monitor.target).hostname : monitor.target;
    const web = [
      monitor.http_method,
      monitor.expected_status_codes,
      monitor.follow_redirects,
      monitor.timeout_ms,
    ];
    const rules = {
      'UUID of version 4': UUID.test(monitor.monitor_uuid),
      'created before it was updated': Date.parse(monitor.created_at) <= Date.parse(monitor.updated_at),
      'one region':
        monitor.regions.length === 1 && /^(fra|iad|waw|sin|gru|nrt)1$/.test(monitor.regions[0] ?? ''),
      'port of tcp only': (monitor.port !== null) === (monitor.type === 'tcp'),
      'status when checked': (status === null) === (checked === null),
      'response when up': response === null ? status !== 'up' : Number.isInteger(response) && response > 0,
      'times as ISO': times.every((time) => new Date(time).toISOString() === time),
      'times in the past': times.every((time) => Date.parse(time) <= now),
      'times after creation': times.every((time) => Date.parse(time) >= Date.parse(monitor.created_at)),
      'URL of its type': !isWeb || monitor.target.startsWith(`${monitor.type}://`),
      'reserved host': RESERVED_HOST.test(host),
      'web fields of web only': isWeb || web.every((value) => value === null),
    };
    return Object.entries(rules).flatMap(([rule, holds]) =>
      holds ? [] : `${monitor.monitor_uuid}: ${rule}`,
    );
  }

  test('20,000 monitors: few are in trouble; long, non-Latin and right-to-left names, several regions', () => {
    const found = world(20_000).monitors();
    const inTrouble = found.filter(({ is_active, last_status }) => !is_active || last_status !== 'up').length;
    expect(inTrouble / found.length).toBeGreaterThan(0.009);
    expect(inTrouble / found.length).toBeLessThan(0.03);
    expect(new Set(found.flatMap((monitor) => monitor.regions)).size).toBe(6);
    const names = new Set(found.map((monitor) => monitor.name));
    expect(names.size).toBeGreaterThan(19_900);
    const all = [...names].join('\n');
    expect(all).toMatch(/.{200}/);
    for (const script of [
      /\p{Script=Han}/u,
      /\p{Script=Arabic}/u,
      /\p{Script=Hebrew}/u,
      /\p{Script=Cyrillic}/u,
    ])
      expect(all).toMatch(script);
  });

  test('no monitors', () => {
    expect(world(0).bytes().slice(0, 1)).toEqual([
      '{"data":[],"pagination":{"page":1,"per_page":100,"total":0,"total_pages":0}}',
    ]);
  });
});

describe('alive', () => {
  test('checks happen about once an interval, and their times never decrease', () => {
    const alive = world(60);
    const before = new Map(
      alive.monitors().map((monitor) => [monitor.monitor_uuid, monitor.last_check_at ?? '']),
    );
    for (let step = 0; step < 50; step++) {
      alive.time.now += 61_000;
      for (const monitor of alive.monitors()) {
        const last = before.get(monitor.monitor_uuid) ?? '';
        expect((monitor.last_check_at ?? '') >= last).toBe(true);
        before.set(monitor.monitor_uuid, monitor.last_check_at ?? '');
      }
    }
    const regular = alive
      .monitors()
      .filter((monitor) => monitor.is_active && monitor.last_check_at && !isOverdue(monitor, alive.time.now));
    expect(regular.length).toBeGreaterThan(45);
    for (const monitor of regular) {
      expect(alive.time.now - Date.parse(monitor.last_check_at ?? '')).toBeLessThan(
        monitor.interval * 1000 + 1000,
      );
    }
  });

  test('within a week few states change, and monitors are added, removed and edited, while their number is constant', () => {
    const alive = world(248);
    const seen = { flips: 0, added: 0, edited: 0 };
    let last = new Map(alive.monitors().map((monitor) => [monitor.monitor_uuid, monitor]));
    for (let step = 0; step < 7 * 144; step++) {
      alive.time.now += 10 * MINUTE;
      const now = new Map(alive.monitors().map((monitor) => [monitor.monitor_uuid, monitor]));
      expect(now.size).toBe(248);
      for (const [uuid, monitor] of now) {
        const was = last.get(uuid);
        if (was === undefined) seen.added += 1;
        // One monitor flaps.
        else if (was.last_status !== monitor.last_status && monitor.name !== 'Session cache') seen.flips += 1;
        if (was !== undefined && was.updated_at !== monitor.updated_at) seen.edited += 1;
      }
      last = now;
    }
    expect(seen.flips).toBeGreaterThan(20);
    expect(seen.flips).toBeLessThan(400);
    expect(seen.added).toBeGreaterThan(5);
    expect(seen.edited).toBeGreaterThan(20);
  });

  test('in the night before the start one region was down for 40 minutes, and since then one certificate is expired', () => {
    const started = Date.UTC(2026, 2, 10, 9);
    const alive = world(248, { now: started, startedAt: started });
    const downAt = (now: number) => {
      alive.time.now = now;
      return alive.monitors().filter(({ last_status, is_active }) => is_active && last_status === 'down');
    };
    const during = downAt(Date.UTC(2026, 2, 10, 2, 40));
    expect(during.length).toBeGreaterThan(20);
    expect(during.filter(({ regions }) => regions[0] !== 'iad1').length).toBeLessThan(6);
    for (const quiet of [Date.UTC(2026, 2, 10, 1, 30), Date.UTC(2026, 2, 10, 3, 10), started]) {
      const down = downAt(quiet);
      expect(down.map(({ name }) => name)).toContain('Currency rates');
      expect(down.length).toBeLessThan(8);
    }
    expect(downAt(Date.UTC(2026, 2, 9, 12)).map(({ name }) => name)).not.toContain('Currency rates');
    // Before the night is over, the last one is that of the day before.
    const duringTheNight = Date.UTC(2026, 2, 10, 2, 30);
    const early = world(248, { now: duringTheNight, startedAt: duringTheNight });
    expect(early.monitors().filter(({ last_status }) => last_status === 'down').length).toBeLessThan(8);
  });

  test('a new monitor is first checked within half a minute, also in the list', () => {
    const alive = world(60);
    const newest = alive.monitors()[0];
    alive.time.now = Date.parse(newest?.created_at ?? '') - 1;
    expect(alive.read('/v1/monitors?per_page=1')).not.toContain(newest?.monitor_uuid);
    alive.time.now += 1;
    expect(alive.read('/v1/monitors?per_page=1')).toContain(newest?.monitor_uuid);
    expect(alive.read('/v1/monitors?per_page=1')).toContain('"last_check_at":null,"last_status":null');
    alive.time.now += 30_000;
    expect(alive.read('/v1/monitors?per_page=1')).toMatch(
      /"last_check_at":"[^"]+","last_status":"(up|down)"/,
    );
  });

  test('edits and removals by a test stay in effect while the other monitors change', () => {
    const alive = world(30);
    const [a, b] = alive.monitors().slice(-2);
    alive.api.organization().editMonitor(a?.monitor_uuid ?? '', { name: 'By hand' });
    alive.api.organization().removeMonitor(b?.monitor_uuid ?? '');
    alive.time.now += 3 * 60 * MINUTE;
    expect(alive.monitors()).toHaveLength(29);
    expect(alive.read(`/v1/monitors/${a?.monitor_uuid}`)).toContain('"name":"By hand"');
  });
});
