import { DRAW, unit } from './hash.ts';
import { ROLES } from './roles.ts';

/** The parameters of a generated organization, which is a pure function of them and the time. */
export interface World {
  seed: number;
  /** The number of monitors, constant over time. */
  count: number;
}

/**
 * A period in which a slot of the organization holds one monitor without edits, valid for from <= now < until. All
 * times are Unix milliseconds.
 */
export interface Era {
  /** The number of the monitor in this slot: when one is removed, the next is added in its place. */
  generation: number;
  createdAt: number;
  /** The number of the last edit. */
  edit: number;
  updatedAt: number;
  from: number;
  until: number;
}

/** The settings that edits change: each edit changes one, in this order, again and again. */
const SETTINGS = ['interval', 'description', 'timeout', 'maintenance', 'activity'] as const;
export type Setting = (typeof SETTINGS)[number];

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const YEAR = 365 * DAY;
const FOUNDED = Date.UTC(2014, 0, 1);

/** The number of slots with previews, and of those with frequent edits: eight, or fewer in a small organization. */
const smallGroupSize = (world: World): number => Math.min(8, Math.floor(world.count / 25));

/** Preview deployments exist for about two hours each. There are eight, so one is replaced every quarter of an hour. */
export function isPreview(world: World, slot: number): boolean {
  return slot >= ROLES.length && slot < ROLES.length + smallGroupSize(world);
}

/** Slots with frequent edits: the first one, and a few after the previews. */
function isBusy(world: World, slot: number): boolean {
  const first = ROLES.length + smallGroupSize(world);
  return slot === 0 || (slot >= first && slot < first + smallGroupSize(world));
}

/** Interpolates on a logarithmic scale. */
function logarithmic(shortest: number, longest: number, fraction: number): number {
  return Math.floor(shortest * (longest / shortest) ** fraction);
}

interface Cycle {
  period: number;
  phase: number;
}

function lifeCycle(world: World, slot: number): Cycle {
  const birthday = unit(world.seed, DRAW.birthday, slot);
  if (slot < ROLES.length) return { period: 50 * YEAR, phase: FOUNDED + Math.floor(birthday * 5 * YEAR) };
  const span = unit(world.seed, DRAW.lifespan, slot);
  const period = isPreview(world, slot)
    ? logarithmic(90 * MINUTE, 150 * MINUTE, span)
    : logarithmic(30 * DAY, 8 * YEAR, span);
  return { period, phase: Math.floor(birthday * period) };
}

function editCycle(world: World, slot: number): Cycle {
  const pace = unit(world.seed, DRAW.editPeriod, slot);
  const period = isBusy(world, slot)
    ? logarithmic(40 * MINUTE, 90 * MINUTE, pace)
    : logarithmic(20 * DAY, 2 * YEAR, pace);
  return { period, phase: Math.floor(unit(world.seed, DRAW.editPhase, slot) * period) };
}

/** Returns the era of a slot at `now`. A pure function of the world and the time, in constant time. */
export function eraAt(world: World, slot: number, now: number): Era {
  const life = lifeCycle(world, slot);
  const edits = editCycle(world, slot);
  const generation = Math.floor((now - life.phase) / life.period);
  const createdAt = life.phase + generation * life.period;
  const edit = Math.floor((now - edits.phase) / edits.period);
  const editedAt = edits.phase + edit * edits.period;
  const updatedAt = Math.max(createdAt, editedAt);
  const until = Math.min(createdAt + life.period, editedAt + edits.period);
  return { generation, createdAt, edit, updatedAt, from: updatedAt, until };
}

/**
 * Returns when a setting got its present value (`since`), and the number of that value (`roll`), which its hash needs.
 */
export function lastEditOf(
  world: World,
  slot: number,
  era: Era,
  setting: Setting,
): { roll: number; since: number } {
  const turn = SETTINGS.indexOf(setting);
  const roll = Math.floor((era.edit - turn) / SETTINGS.length);
  const { period, phase } = editCycle(world, slot);
  const since = Math.max(era.createdAt, phase + (roll * SETTINGS.length + turn) * period);
  return { roll, since };
}
