import 'server-only';
import { z } from 'zod';

/** The last moment that a Date can hold (ECMA-262, "Time Values and Time Range"). */
const LATEST = 8_640_000_000_000_000;

/** Schema of a wall time in a stored record, epoch milliseconds: what is none would fail only when it is shown. */
export const wallTime = z.number().min(0).max(LATEST);
