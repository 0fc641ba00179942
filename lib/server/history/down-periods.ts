import 'server-only';
import type { Counted, Timeline } from './availability.ts';

/** A period in one state. Times are epoch ms. */
export interface Period {
  /** Whether the monitor was down and the time counted; null: not known. */
  isDown: boolean | null;
  /** It began after `from` and by `start`. It ended after `end` and by `to`. If `end` is less than `start`, it may have ended before `start`. */
  from: number;
  start: number;
  end: number;
  to: number;
  /** Whether a crawl has certainly shown it. */
  isSeen: boolean;
}

type Field = 'condition' | 'maintenance';

/** Changes whose intervals end at the same time, so that one crawl showed them. */
interface Transition {
  from: number;
  to: number;
  fields: readonly Field[];
}

const always: Transition = { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY, fields: [] };

/** Returns when a monitor was down and when not, the oldest first, whether it was read or not. */
export function periodsOf({ condition, maintenance }: Timeline): Period[] {
  const steps = [
    ...condition.steps.map((step) => ({ ...step, field: 'condition' as const })),
    ...maintenance.steps.map((step) => ({ ...step, field: 'maintenance' as const })),
  ];
  const transitions = [...Map.groupBy(steps, ({ to }) => to)].sort(([a], [b]) => b - a);
  const periods: Period[] = [];
  const now = { condition: condition.last, maintenance: maintenance.last };
  let isDown = isDownIn(now.condition, now.maintenance);
  let end = always;
  // From the last change to the first one: each says what was before it.
  for (const [to, own] of transitions) {
    for (const step of own.toReversed()) {
      if (step.field === 'condition') now.condition = step.before;
      else now.maintenance = step.before;
    }
    const before = isDownIn(now.condition, now.maintenance);
    if (before === isDown) continue;
    const transition = {
      from: Math.min(...own.map(({ from }) => from)),
      to,
      fields: own.map(({ field }) => field),
    };
    periods.unshift(periodBetween(transition, end, isDown));
    isDown = before;
    end = transition;
  }
  const first = { ...always, from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  return [periodBetween(first, end, isDown), ...periods];
}

function isDownIn(condition: Counted | null, maintenance: 'on' | 'off' | null): boolean | null {
  if (maintenance === 'on' || condition === 'up' || condition === 'uncounted') return false;
  return condition === null || maintenance === null ? null : true;
}

function periodBetween(begin: Transition, finish: Transition, isDown: boolean | null): Period {
  const { from, to: start } = begin;
  const { from: end, to } = finish;
  // Two crawls have shown two changes of one field. One crawl may have shown a change of the condition and one of maintenance, if
  // their intervals overlap.
  const isSeen = start <= end || begin.fields.some((field) => finish.fields.includes(field));
  return { isDown, from, start, end, to, isSeen };
}
