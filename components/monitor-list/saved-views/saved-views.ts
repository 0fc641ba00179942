import * as z from 'zod/mini';
import { parseMonitorsUrl, viewSearchOf } from '@/lib/client/monitors-url';
import { columnIds, type Preferences } from '@/lib/contract/preferences';
import { MAX_VIEW_NAME, MAX_VIEWS } from '@/lib/contract/view-limits';

/** The columns of a view, as in the preferences. */
export type ViewColumns = Pick<Preferences, 'hiddenColumns' | 'columnOrder'>;

/** A named list state. `search` is a result of `viewSearchOf`. */
export interface SavedView {
  name: string;
  search: string;
  /** Absent in a suggestion, and in a view of an earlier version: then it leaves the columns as they are. */
  columns?: ViewColumns | undefined;
}

export function isShownView(view: SavedView, search: string, columns: ViewColumns): boolean {
  if (view.search !== search) return false;
  return view.columns === undefined || JSON.stringify(view.columns) === JSON.stringify(columnsOf(columns));
}

/** The part of the preferences that a view keeps. */
export function columnsOf({ hiddenColumns, columnOrder }: ViewColumns): ViewColumns {
  return { hiddenColumns: hiddenColumns?.toSorted() ?? null, columnOrder };
}

/** Normalizes a name: what no database can store becomes a space, and its length is limited. Empty if there is no name. */
export function cleanName(text: string): string {
  const clean = text.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim();
  // The limit may divide a character.
  return clean
    .slice(0, MAX_VIEW_NAME)
    .replace(/\p{Cs}$/u, '')
    .trim();
}

/** Compares names without case, because names that differ only in case would be confused. */
export const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

export function findView(views: readonly SavedView[], name: string): SavedView | undefined {
  return views.find((view) => isSameName(view.name, name));
}

/** The views with one added, or replaced if the name exists. Unchanged if the limit is reached. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  if (findView(views, view.name)) {
    return views.map((other) => (isSameName(other.name, view.name) ? view : other));
  }
  return views.length < MAX_VIEWS ? [...views, view] : [...views];
}

const storedViewSchema = z.object({
  name: z.string(),
  search: z.string(),
  columns: z.catch(
    z.optional(z.object({ hiddenColumns: z.nullable(columnIds), columnOrder: columnIds })),
    undefined,
  ),
});

/** Parses one stored view; null if it is invalid. */
function parseView(stored: unknown): SavedView | null {
  const view = storedViewSchema.safeParse(stored).data;
  if (view === undefined) return null;
  const name = cleanName(view.name);
  if (name === '') return null;
  // Normalizes searches of earlier versions and drops values that are no longer valid.
  const search = viewSearchOf(parseMonitorsUrl(new URLSearchParams(view.search)));
  return view.columns === undefined ? { name, search } : { name, search, columns: columnsOf(view.columns) };
}

export function parseSavedViews(text: string | null): SavedView[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return (Array.isArray(stored) ? stored : [])
      .flatMap((view) => parseView(view) ?? [])
      .reduce<SavedView[]>((views, view) => (findView(views, view.name) ? views : withView(views, view)), []);
  } catch {
    return [];
  }
}
