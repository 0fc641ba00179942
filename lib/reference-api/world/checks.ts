import type { MonitorType } from '../monitor.ts';
import { DRAW, hash, unit } from './hash.ts';
import type { Era, World } from './lifespan.ts';
import type { Health } from './roles.ts';
import type { Region } from './services.ts';
import type { Settings } from './settings.ts';

/** The last check of a monitor, and until when it stays the last. Times in milliseconds since the Unix epoch. */
export interface LastCheck {
  at: number | null;
  status: 'up' | 'down' | null;
  responseMs: number | null;
  /** The first moment at which something else may hold. */
  until: number;
}

interface Checked {
  slot: number;
  era: Era;
  settings: Settings;
  health: Health;
  type: MonitorType;
  region: Region;
}

const HOUR = 3_600_000;
/** An overdue monitor gives one sign of life in this time, and none for at least QUIET before the next look at it. */
const SILENCE = 72 * HOUR;
const QUIET = 2 * HOUR;
/** An outage lasts this long, or several of these in a row. */
const OUTAGE = 8 * 60_000;
const OUTAGE_SHARE = 0.009;
const LATENCY: Record<MonitorType, [least: number, spread: number]> = {
  ping: [4, 30],
  tcp: [6, 45],
  http: [30, 260],
  https: [55, 420],
};

const NEVER = { at: null, status: null, responseMs: null };

/** The last check at `now`. A pure function: the n-th check of a monitor always comes out the same. */
export function lastCheckAt(world: World, checked: Checked, now: number): LastCheck {
  const { slot, era, settings, health } = checked;
  if (health === 'never') return { ...NEVER, until: era.until };
  const first = era.createdAt + 5000 + (hash(world.seed, DRAW.firstCheck, slot, era.generation) % 25_000);
  const outcome = (at: number, until: number): LastCheck =>
    at < first ? { ...NEVER, until } : { at, ...resultOf(world, checked, at), until };
  // Switched off: one check was made at that moment, and none since.
  if (!settings.isActive) return outcome(settings.activitySince, era.until);
  if (now < first) return { ...NEVER, until: first };
  if (health === 'overdue') {
    const phase = Math.floor(unit(world.seed, DRAW.silence, slot) * SILENCE);
    const since = Math.floor((now - phase) / SILENCE) * SILENCE + phase;
    return outcome(since - QUIET, since + SILENCE);
  }
  const origin = Math.max(first, settings.intervalSince);
  const period = settings.interval * 1000;
  const timeOf = (check: number): number =>
    origin + check * period + (check > 0 ? hash(world.seed, DRAW.jitter, slot, check) % 900 : 0);
  const due = Math.floor((now - origin) / period);
  const last = timeOf(due) <= now ? due : due - 1;
  return outcome(timeOf(last), timeOf(last + 1));
}

function resultOf(world: World, checked: Checked, at: number): Pick<LastCheck, 'status' | 'responseMs'> {
  const { slot, era, health, type, region } = checked;
  const offset = hash(world.seed, DRAW.outage, slot) % OUTAGE;
  const window = Math.floor((at + offset) / OUTAGE);
  const broken = health === 'normal' && unit(world.seed, DRAW.outage, slot, window) < OUTAGE_SHARE;
  const down = broken || health === 'down';
  const [least, spread] = LATENCY[type];
  // Each monitor has its own usual latency; each check strays from it by up to a quarter, one in fifty far.
  const usual = least + region.farMs + spread * unit(world.seed, DRAW.latency, slot, era.generation) ** 2;
  const stray = unit(world.seed, DRAW.latency, slot, era.generation, Math.floor(at / 1000));
  const factor = stray > 0.98 ? 3 : 0.75 + stray / 2;
  // Half of those that are down do not answer at all, so there is nothing to measure.
  if (down && unit(world.seed, DRAW.outage, slot, window, 1) < 0.5)
    return { status: 'down', responseMs: null };
  return { status: down ? 'down' : 'up', responseMs: Math.max(1, Math.round(usual * factor)) };
}
