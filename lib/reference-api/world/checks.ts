import type { MonitorType } from '../monitor.ts';
import { DRAW, hash, unit } from './hash.ts';
import type { Era, World } from './lifespan.ts';
import type { Health } from './roles.ts';
import type { Region } from './services.ts';
import type { Settings } from './settings.ts';

/** The last check of a monitor, and until when it is the last. Times are Unix milliseconds. */
export interface LastCheck {
  at: number | null;
  status: 'up' | 'down' | null;
  responseMs: number | null;
  /** The first moment at which the last check may be another one. */
  until: number;
}

interface CheckedMonitor {
  slot: number;
  era: Era;
  settings: Settings;
  health: Health;
  type: MonitorType;
  region: Region;
}

const HOUR = 3_600_000;
/** An overdue monitor has one check in this time, which becomes visible when it is `MIN_OVERDUE` old. */
const OVERDUE_CYCLE = 72 * HOUR;
const MIN_OVERDUE = 2 * HOUR;
/** An outage lasts one such window, or several consecutive ones. */
const OUTAGE_WINDOW = 8 * 60_000;
/** The share of windows with an outage. */
const OUTAGE_SHARE = 0.009;
/** Response times by type, milliseconds. */
const LATENCY: Record<MonitorType, [least: number, spread: number]> = {
  ping: [4, 30],
  tcp: [6, 45],
  http: [30, 260],
  https: [55, 420],
};

const NEVER = { at: null, status: null, responseMs: null };

/** Returns the last check at `now`. A pure function: the n-th check of a monitor always has the same result. */
export function lastCheckAt(world: World, checked: CheckedMonitor, now: number): LastCheck {
  const { slot, era, settings, health } = checked;
  if (health === 'never') return { ...NEVER, until: era.until };
  const first = era.createdAt + 5000 + (hash(world.seed, DRAW.firstCheck, slot, era.generation) % 25_000);
  const outcome = (at: number, until: number): LastCheck =>
    at < first ? { ...NEVER, until } : { at, ...resultOf(world, checked, at), until };
  // An inactive monitor was last checked when it was switched off.
  if (!settings.isActive) return outcome(settings.activitySince, era.until);
  if (now < first) return { ...NEVER, until: first };
  if (health === 'overdue') {
    const phase = Math.floor(unit(world.seed, DRAW.overdue, slot) * OVERDUE_CYCLE);
    const since = Math.floor((now - phase) / OVERDUE_CYCLE) * OVERDUE_CYCLE + phase;
    return outcome(since - MIN_OVERDUE, since + OVERDUE_CYCLE);
  }
  const origin = Math.max(first, settings.intervalSince);
  const period = settings.interval * 1000;
  const timeOf = (check: number): number =>
    origin + check * period + (check > 0 ? hash(world.seed, DRAW.jitter, slot, check) % 900 : 0);
  const due = Math.floor((now - origin) / period);
  const last = timeOf(due) <= now ? due : due - 1;
  return outcome(timeOf(last), timeOf(last + 1));
}

function resultOf(
  world: World,
  checked: CheckedMonitor,
  at: number,
): Pick<LastCheck, 'status' | 'responseMs'> {
  const { slot, era, health, type, region } = checked;
  const offset = hash(world.seed, DRAW.outage, slot) % OUTAGE_WINDOW;
  const window = Math.floor((at + offset) / OUTAGE_WINDOW);
  const broken = health === 'normal' && unit(world.seed, DRAW.outage, slot, window) < OUTAGE_SHARE;
  const down = broken || health === 'down';
  const [least, spread] = LATENCY[type];
  // Each monitor has its own usual latency; a check deviates from it by up to a quarter, one in fifty takes three
  // times.
  const usual = least + region.extraMs + spread * unit(world.seed, DRAW.latency, slot, era.generation) ** 2;
  const deviation = unit(world.seed, DRAW.latency, slot, era.generation, Math.floor(at / 1000));
  const factor = deviation > 0.98 ? 3 : 0.75 + deviation / 2;
  // Half of the failed checks get no response at all, so there is no response time.
  if (down && unit(world.seed, DRAW.outage, slot, window, 1) < 0.5)
    return { status: 'down', responseMs: null };
  return { status: down ? 'down' : 'up', responseMs: Math.max(1, Math.round(usual * factor)) };
}
