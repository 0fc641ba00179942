import * as z from 'zod/mini';
import { defaultRefreshInterval, refreshIntervals } from './contract/refresh-interval.ts';

const columnId = z.string().check(z.maxLength(40));
const columnIds = z.array(columnId).check(z.maxLength(40));

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** How one person wants the product to look and behave, in one browser. `version` changes when old values would mislead. */
const lookSchema = z.object({
  version: z.literal(1),
  density: z.enum(['compact', 'roomy']),
  /** In which zone exact times stand; `local` is the browser's own. */
  zone: z.enum(['local', 'utc']),
  /** The browser's own zone (IANA), so that the first HTML has it too; null before anything was chosen. */
  timeZone: z._default(z.nullable(z.string().check(z.maxLength(64), z.refine(isTimeZone))), null),
  /** Whether single keys are commands: who dictates or types by accident must be able to switch that off (WCAG 2.1.4). */
  singleKeys: z.boolean(),
  /** How often the monitors are to be read, and how often they were before the last pause. */
  refreshInterval: z._default(z.enum(refreshIntervals), defaultRefreshInterval),
  resumedInterval: z._default(z.enum(refreshIntervals), defaultRefreshInterval),
  /** Columns not shown; null is the usual choice. */
  hiddenColumns: z.nullable(columnIds),
  /** Column ids from left to right; those not named keep their usual place behind them. Empty is the usual order. */
  columnOrder: columnIds,
  /** Widths a person set, CSS pixels. */
  columnWidths: z.record(columnId, z.int().check(z.gte(48), z.lte(1200))),
});
export type Look = z.infer<typeof lookSchema>;

export const usualLook: Look = {
  version: 1,
  density: 'compact',
  zone: 'local',
  timeZone: null,
  singleKeys: true,
  refreshInterval: defaultRefreshInterval,
  resumedInterval: defaultRefreshInterval,
  hiddenColumns: null,
  columnOrder: [],
  columnWidths: {},
};

/** What a cookie says. One that is missing, of another version or damaged counts as not there; nothing is thrown. */
export function parseLook(cookie: string | undefined): Look {
  if (cookie === undefined) return usualLook;
  try {
    return lookSchema.parse(JSON.parse(decodeURIComponent(cookie)));
  } catch {
    return usualLook;
  }
}
