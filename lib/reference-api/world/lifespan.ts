import { DRAW, unit } from './hash.ts';
import { ROLES } from './roles.ts';

/** The generated organization: the same two numbers always give the same one. */
export interface World {
  seed: number;
  /** How many monitors there are at any moment. */
  count: number;
}

/**
 * A stretch of time in which a slot of the organization holds one monitor and nobody edits it.
 * All times are milliseconds since the Unix epoch; the era holds for from <= now < until.
 */
export interface Era {
  /** Which monitor the slot holds: when one is removed, the next is added in its place. */
  generation: number;
  createdAt: number;
  /** Which edit was the last. Rises by one with each. */
  edit: number;
  updatedAt: number;
  from: number;
  until: number;
}

/** The settings that edits change, one edit one setting, in turn. */
const SETTINGS = ['interval', 'description', 'timeout', 'maintenance', 'activity'] as const;
export type Setting = (typeof SETTINGS)[number];

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const YEAR = 365 * DAY;
const FOUNDED = Date.UTC(2014, 0, 1);

/** At most eight slots are of a kind; a small organization has fewer. */
const few = (world: World): number => Math.min(8, Math.floor(world.count / 25));

/** Preview deployments come and go: eight of them, each for about two hours, so one changes every quarter of an hour. */
export function isPreview(world: World, slot: number): boolean {
  return slot >= ROLES.length && slot < ROLES.length + few(world);
}

/** Somebody is working on these: the first slot, and a few after the previews. */
function isBusy(world: World, slot: number): boolean {
  const first = ROLES.length + few(world);
  return slot === 0 || (slot >= first && slot < first + few(world));
}

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

/** The era of a slot at `now`: worked out from nothing but the world and the time, in constant time. */
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

/** When a setting got its present value (`since`), and the number of that value (`roll`) to draw it by. */
export function lastSet(
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
