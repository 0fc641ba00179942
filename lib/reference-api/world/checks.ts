import type { Monitor } from '../fixture.ts';
import { fraction, hash } from './hash.ts';
import type { Era, World } from './lifespan.ts';
import type { Health, Region, Service } from './services.ts';

interface CheckedMonitor {
  slot: number;
  era: Era;
  health: Health;
  service: Service;
  region: Region;
  /** Seconds. */
  interval: number;
  /** When the monitor was switched off, Unix milliseconds; null while it is active. */
  inactiveSince: number | null;
  /** The response time of each check, milliseconds; null: it varies. */
  responseMs: number | null;
}

type CheckFields = Pick<Monitor, 'last_check_at' | 'last_status' | 'last_response_time_ms'>;

const HOUR = 3_600_000;
/**
 * An overdue monitor has one check in this time. The check becomes visible when it is `MIN_OVERDUE` old. In a world with an
 * incident its checks stop this long before it.
 */
const OVERDUE_CYCLE = 72 * HOUR;
const MIN_OVERDUE = 2 * HOUR;
/** An outage lasts one such window, or several consecutive ones. */
const OUTAGE_WINDOW = 8 * 60_000;
const OUTAGE_SHARE = 0.00012;
/** The region that the incident affects, and for how long. */
const INCIDENT = { region: 'iad1', lengthMs: 40 * 60_000 };
/** A certificate expires this long before the incident. */
const EXPIRED_BEFORE = 2 * HOUR;
/** A flapping monitor fails once a day for this long: readings every quarter-hour see it. */
const DAILY_FAILURE_MS = HOUR / 3;
/** While it flaps it fails every other time this long. */
const FLAP_MS = HOUR / 5;
/** Response times by type, milliseconds: the minimum, and how much longer a response can take. */
const LATENCY = { ping: [4, 30], tcp: [6, 45], http: [30, 260], https: [55, 420] } as const;
/** No check has run yet. */
export const NEVER: CheckFields = { last_check_at: null, last_status: null, last_response_time_ms: null };

/** Returns the last check at `now`, and the time until which it is the last one, Unix milliseconds. */
export function lastCheckAt(
  world: World,
  monitor: CheckedMonitor,
  now: number,
): { check: CheckFields; until: number } {
  const { slot, era, health, interval, inactiveSince } = monitor;
  if (health === 'never') return { check: NEVER, until: era.until };
  const first = era.createdAt + 5000 + (hash(world.seed, 'firstCheck', slot, era.generation) % 25_000);
  const checkedAt = (at: number) => (at < first ? NEVER : result(world, monitor, at));
  // An inactive monitor was last checked when it was switched off.
  if (inactiveSince !== null) return { check: checkedAt(inactiveSince), until: era.until };
  if (now < first) return { check: NEVER, until: first };
  const { incidentAt = null } = world;
  if (health === 'overdue' && incidentAt !== null) {
    const stoppedAt = incidentAt - MIN_OVERDUE;
    if (now >= stoppedAt) return { check: checkedAt(Math.max(first, stoppedAt)), until: era.until };
  } else if (health === 'overdue') {
    const phase = Math.floor(fraction(world.seed, 'overdue', slot) * OVERDUE_CYCLE);
    const shownSince = now - ((now - phase) % OVERDUE_CYCLE);
    return { check: checkedAt(shownSince - MIN_OVERDUE), until: shownSince + OVERDUE_CYCLE };
  }
  const period = interval * 1000;
  const phase = hash(world.seed, 'checkPhase', slot) % period;
  const scheduled = now - ((now - phase) % period);
  // An edited monitor is checked at once, so that a longer interval does not set the last check back.
  return { check: checkedAt(Math.max(first, era.updatedAt, scheduled)), until: scheduled + period };
}

/** Whether the check of a monitor at this time fails. */
function isFailing(world: World, monitor: CheckedMonitor, at: number): boolean {
  const { slot, health, region } = monitor;
  const { incidentAt = null, flappingSince = null } = world;
  if (health === 'down') return true;
  if (health === 'flapping' && flappingSince !== null && at >= flappingSince)
    return Math.floor((at - flappingSince) / FLAP_MS) % 2 === 0;
  if (incidentAt !== null) {
    const since = at - incidentAt;
    if (health === 'expired') return since >= -EXPIRED_BEFORE;
    if (region.code === INCIDENT.region && since >= 0 && since < INCIDENT.lengthMs) return true;
  }
  const offset = hash(world.seed, 'outage', slot) % OUTAGE_WINDOW;
  const window = Math.floor((at + offset) / OUTAGE_WINDOW);
  if (health === 'flapping' && (at + offset) % (24 * HOUR) < DAILY_FAILURE_MS) return true;
  return fraction(world.seed, 'outage', slot, window) < OUTAGE_SHARE;
}

function result(world: World, monitor: CheckedMonitor, at: number): CheckFields {
  const { slot, era, health, service, region } = monitor;
  const last_check_at = new Date(at).toISOString();
  const isDown = isFailing(world, monitor, at);
  // The failed checks of half of the monitors get no response at all, so there is no response time.
  const isSilent =
    health === 'expired' || health === 'down' || fraction(world.seed, 'outage', slot, -1) < 0.5;
  if (isDown && isSilent && monitor.responseMs === null)
    return { last_check_at, last_status: 'down', last_response_time_ms: null };
  const [least, spread] = LATENCY[service.type];
  const usual = least + region.extraMs + spread * fraction(world.seed, 'latency', slot, era.generation) ** 2;
  // A check deviates from the usual latency by up to a quarter; one in fifty takes three times as long.
  const drawn = fraction(world.seed, 'latency', slot, era.generation, Math.floor(at / 1000));
  const factor = drawn > 0.98 ? 3 : 0.75 + drawn / 2;
  return {
    last_check_at,
    last_status: isDown ? 'down' : 'up',
    last_response_time_ms: monitor.responseMs ?? Math.max(1, Math.round(usual * factor)),
  };
}
