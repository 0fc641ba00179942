import 'server-only';
import { z } from 'zod';

/** The latest time that a Date can represent (ECMA-262, "Time Values and Time Range"). */
const LATEST = 8_640_000_000_000_000;

/** A time in a stored record, epoch milliseconds. An invalid time would fail only when it is shown. */
export const epochTime = z.number().min(0).max(LATEST);
