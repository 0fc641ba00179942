import 'server-only';
import { z } from 'zod';
import type { FleetSlot } from '../fleet.ts';

const entrySchema = z.tuple([
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number().default(0),
]);

export function storedFleet({ at, firstAt, lastAt, counts: { condition, maintenance } }: FleetSlot): string {
  const { down, overdue, unknown, pending, up, inactive } = condition;
  const counts = [down, overdue, pending, up, inactive, maintenance, unknown];
  return JSON.stringify([at, firstAt - at, lastAt - at, ...counts]);
}

/** @throws ZodError, SyntaxError for anything that `storedFleet` has not written */
export function parseFleet(text: string): FleetSlot {
  const [at, first, last, down, overdue, pending, up, inactive, maintenance, unknown] = entrySchema.parse(
    JSON.parse(text),
  );
  const condition = { down, overdue, unknown, pending, up, inactive };
  return { at, firstAt: at + first, lastAt: at + last, counts: { condition, maintenance } };
}
