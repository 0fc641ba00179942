import { fraction } from './hash.ts';
import { ROLES } from './services.ts';

/** The parameters of a generated organization, which is a pure function of them and the time. */
export interface World {
  seed: number;
  count: number;
  /** When the checks of one region begin to fail for a while, Unix milliseconds; null or absent: never. */
  incidentAt?: number | null;
  /** Since when one monitor flaps, Unix milliseconds; null or absent: none does. */
  flappingSince?: number | null;
}

/** A period in which a slot of the organization holds one monitor without edits. Times are Unix milliseconds. */
export interface Era {
  /** The number of the monitor in this slot: when one is removed, the next is added in its place. */
  generation: number;
  createdAt: number;
  updatedAt: number;
  until: number;
}

/** Each edit changes one of these, in this order, again and again. */
const SETTINGS = ['interval', 'description', 'timeout', 'maintenance', 'activity'] as const;
export type Setting = (typeof SETTINGS)[number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const FOUNDED = Date.UTC(2014, 0, 1);

/** After the roles come a few previews, which exist for about a day, and a few monitors that are edited often. */
function isInGroup(world: World, slot: number, group: 0 | 1): boolean {
  const size = Math.min(3, Math.floor(world.count / 50));
  return Math.floor((slot - ROLES.length) / size) === group;
}

export const isPreview = (world: World, slot: number): boolean => isInGroup(world, slot, 0);

const isOftenEdited = (world: World, slot: number): boolean => slot === 0 || isInGroup(world, slot, 1);

/** A monitor that is never checked is replaced after a few days, so that it is always new. */
export function isNeverChecked(world: World, slot: number): boolean {
  const role = ROLES[slot];
  return role ? role.health === 'never' : fraction(world.seed, 'health', slot, -1) < 0.003;
}

/** An event that repeats every `period` milliseconds, before and after the time `phase`, too. */
interface Cycle {
  period: number;
  phase: number;
}

/** Returns the number of the last event at `now`, and when it happened. */
function lastEvent({ period, phase }: Cycle, now: number): { number: number; at: number } {
  const number = Math.floor((now - phase) / period);
  return { number, at: phase + number * period };
}

/** Interpolates on a logarithmic scale. */
function logarithmic(shortest: number, longest: number, at: number): number {
  return Math.floor(shortest * (longest / shortest) ** at);
}

function lifeCycle(world: World, slot: number): Cycle {
  const birthday = fraction(world.seed, 'birthday', slot);
  if (isNeverChecked(world, slot)) return { period: 6 * DAY, phase: Math.floor(birthday * 6 * DAY) };
  if (slot < ROLES.length) return { period: 50 * YEAR, phase: FOUNDED + Math.floor(birthday * 5 * YEAR) };
  const span = fraction(world.seed, 'lifespan', slot);
  const period = isPreview(world, slot)
    ? logarithmic(10 * HOUR, 30 * HOUR, span)
    : logarithmic(90 * DAY, 8 * YEAR, span);
  return { period, phase: Math.floor(birthday * period) };
}

function editCycle(world: World, slot: number): Cycle {
  const pace = fraction(world.seed, 'editPeriod', slot);
  const period = isOftenEdited(world, slot)
    ? logarithmic(4 * HOUR, 12 * HOUR, pace)
    : logarithmic(20 * DAY, 2 * YEAR, pace);
  return { period, phase: Math.floor(fraction(world.seed, 'editPhase', slot) * period) };
}

export function eraAt(world: World, slot: number, now: number): Era {
  const life = lifeCycle(world, slot);
  const edits = editCycle(world, slot);
  const { number: generation, at: createdAt } = lastEvent(life, now);
  const { at: editedAt } = lastEvent(edits, now);
  const until = Math.min(createdAt + life.period, editedAt + edits.period);
  return { generation, createdAt, updatedAt: Math.max(createdAt, editedAt), until };
}

/** Returns a fraction for the value of a setting during an era, and when it got this value. */
export function settingIn(
  world: World,
  slot: number,
  era: Era,
  setting: Setting,
): { drawn: number; since: number } {
  const { period, phase } = editCycle(world, slot);
  const cycle = { period: period * SETTINGS.length, phase: phase + SETTINGS.indexOf(setting) * period };
  const { number, at } = lastEvent(cycle, era.updatedAt);
  return {
    drawn: fraction(world.seed, setting, slot, era.generation, number),
    since: Math.max(era.createdAt, at),
  };
}
