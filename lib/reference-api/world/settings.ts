import type { HttpMethod, Monitor, MonitorType } from '../monitor.ts';
import { DRAW, pick, unit } from './hash.ts';
import type { Era, Setting, World } from './lifespan.ts';
import { lastEditOf } from './lifespan.ts';
import type { Health } from './roles.ts';
import { ROLES } from './roles.ts';

const INTERVALS: readonly [number, ...number[]] = [30, 60, 60, 60, 60, 120, 300, 300];
const TIMEOUTS: readonly [number | null, ...(number | null)[]] = [
  5000,
  10_000,
  10_000,
  10_000,
  15_000,
  30_000,
  null,
];
const METHODS: readonly [HttpMethod | null, ...(HttpMethod | null)[]] = [
  ...(['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET'] as const),
  ...(['HEAD', 'HEAD', 'POST', 'OPTIONS', null] as const),
];
const CODES: readonly [number[] | null, ...(number[] | null)[]] = [
  ...([[200], [200], [200], [200]] satisfies [number[], ...number[][]]),
  ...[[200, 204], [200, 301, 302], [401], null],
];
const FOLLOW: readonly [boolean | null, ...(boolean | null)[]] = [true, true, true, true, false, null];
const DESCRIPTIONS: readonly [string | null, ...(string | null)[]] = [
  null,
  null,
  'Owned by Platform. Page the on-call person only in office hours.',
  'Part of the public status page.',
  'Added after the outage in spring; keep the interval short.',
  'Runs behind the partner gateway, which answers slowly on the first of a month.',
  'See runbook 12.\nRestart the worker first, then the queue.',
  'お客様向けページ。障害時は広報へ連絡。',
];

/** The settings that edits change. Intervals are in seconds. */
export interface Settings {
  interval: number;
  /** When the interval was set, Unix milliseconds. The checks are scheduled from then on. */
  intervalSince: number;
  isActive: boolean;
  /** When the monitor was last switched on or off, Unix milliseconds. */
  activitySince: number;
  maintenance: boolean;
  description: string | null;
}

function draw(world: World, slot: number, era: Era, setting: Setting): { fraction: number; since: number } {
  const { roll, since } = lastEditOf(world, slot, era, setting);
  return { fraction: unit(world.seed, DRAW[setting], slot, era.generation, roll), since };
}

/** Returns the settings during an era. */
export function settingsOf(world: World, slot: number, era: Era): Settings {
  const role = ROLES[slot];
  const interval = draw(world, slot, era, 'interval');
  return {
    interval: pick(INTERVALS, interval.fraction),
    intervalSince: interval.since,
    ...activityOf(world, slot, era),
    maintenance: role ? role.maintenance === true : draw(world, slot, era, 'maintenance').fraction < 0.02,
    description: pick(DESCRIPTIONS, draw(world, slot, era, 'description').fraction),
  };
}

/**
 * Returns whether the monitor is active in an era, and since when. It is active at first and switched off by an edit;
 * about one in eleven is inactive at any moment.
 */
export function activityOf(
  world: World,
  slot: number,
  era: Era,
): { isActive: boolean; activitySince: number } {
  const role = ROLES[slot];
  if (role) return { isActive: role.inactive !== true, activitySince: era.createdAt + 40 * 86_400_000 };
  const { fraction, since } = draw(world, slot, era, 'activity');
  return { isActive: since === era.createdAt || fraction >= 0.24, activitySince: since };
}

/** Returns the health of a monitor, which never changes. */
export function healthOf(world: World, slot: number, era: Era): Health {
  const role = ROLES[slot];
  if (role) return role.health ?? 'normal';
  const fraction = unit(world.seed, DRAW.health, slot, era.generation);
  if (fraction < 0.01) return 'never';
  if (fraction < 0.02) return 'overdue';
  return fraction < 0.026 ? 'down' : 'normal';
}

type HttpSettings = Pick<
  Monitor,
  'http_method' | 'expected_status_codes' | 'follow_redirects' | 'timeout_ms'
>;

/** Returns the settings of http and https monitors: null for tcp and ping, and sometimes for the others. */
export function httpSettingsOf(world: World, slot: number, era: Era, type: MonitorType): HttpSettings {
  if (type === 'tcp' || type === 'ping') {
    return { http_method: null, expected_status_codes: null, follow_redirects: null, timeout_ms: null };
  }
  const fraction = (setting: number): number => unit(world.seed, DRAW.setting, slot, era.generation, setting);
  return {
    http_method: pick(METHODS, fraction(1)),
    expected_status_codes: pick(CODES, fraction(2)),
    follow_redirects: pick(FOLLOW, fraction(3)),
    timeout_ms: pick(TIMEOUTS, draw(world, slot, era, 'timeout').fraction),
  };
}
