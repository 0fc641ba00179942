import * as z from 'zod/mini';
import { columnNames, defaultColumns } from './list-layout.ts';

/** CSS pixels. */
export const COLUMN_WIDTH_MAX = 1200;

const columnId = z.string().check(z.maxLength(40));
export const columnIds = z.array(columnId).check(z.maxLength(40));

/** Whether this runtime knows the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Kept in a cookie, so that the server’s first HTML is right (ADR 0026). An invalid field takes its default. */
const preferencesSchema = z.object({
  version: z.literal(1),
  theme: z.catch(z.enum(['system', 'light', 'dark']), 'system'),
  wallTheme: z.catch(z.enum(['dark', 'light']), 'dark'),
  density: z.catch(z.enum(['compact', 'comfortable']), 'compact'),
  /** The zone of exact times; `local` is the browser's own. */
  zone: z.catch(z.enum(['local', 'utc']), 'local'),
  /** The browser's own zone (IANA), which the server cannot know otherwise; null while nothing was chosen. */
  timeZone: z.catch(z.nullable(z.string().check(z.maxLength(64), z.refine(isTimeZone))), null),
  /** Whether single keys are commands; users who dictate or press keys by accident can switch them off (WCAG 2.1.4). */
  singleKeys: z.catch(z.boolean(), true),
  /** Whether the list is not read for this user. */
  isPaused: z.catch(z.boolean(), false),
  /** By default it is open only while few requests are left. */
  usageBanner: z.catch(z.enum(['auto', 'expanded', 'collapsed']), 'auto'),
  /** Whether the window was wide when it showed the list last: then the column Last 24 h is shown by default. */
  isWide: z.catch(z.boolean(), false),
  /** Columns from left to right, hidden ones with a hyphen. Null: the default ones. Unlisted ones are hidden. */
  columns: z.catch(z.nullable(columnIds), null),
  /** Widths set by hand, CSS pixels. */
  columnWidths: z.catch(z.record(columnId, z.int().check(z.gte(48), z.lte(COLUMN_WIDTH_MAX))), {}),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const defaultPreferences: Preferences = preferencesSchema.parse({ version: 1 });

/** Parses the cookie, percent-encoded JSON. A missing, damaged or incompatible one gives the defaults. Never throws. */
export function parsePreferences(cookie: string | undefined): Preferences {
  try {
    const value: unknown = JSON.parse(decodeURIComponent(cookie ?? ''));
    const preferences = preferencesSchema.safeParse(value).data ?? defaultPreferences;
    const columns = preferences.columns ?? earlierColumns(value);
    return { ...preferences, columns };
  } catch {
    return defaultPreferences;
  }
}

const earlierSchema = z.object({ hiddenColumns: z.nullable(columnIds), columnOrder: columnIds });
/** The columns of 1.0.0. */
const earlierNames: readonly string[] = columnNames.slice(0, 16);

/** The columns in a cookie of 1.0.0, which named the hidden ones and the order apart; null: the default ones. */
function earlierColumns(cookie: unknown): string[] | null {
  const { hiddenColumns = null, columnOrder = [] } = earlierSchema.safeParse(cookie).data ?? {};
  if (hiddenColumns === null && columnOrder.length === 0) return null;
  const hidden = hiddenColumns ?? columnNames.filter((id) => !defaultColumns.includes(id));
  return [...new Set([...columnOrder, ...earlierNames])]
    .filter((id) => earlierNames.includes(id))
    .map((id) => (hidden.some((name) => name === id) ? `-${id}` : id));
}
